import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canEnter, isRoot } from './account.ts'
import type { Binaries } from './binaries.ts'
import { commit } from './folders.ts'
import { SYSTEM_FOLDER } from './platform.ts'
import { run, type Account } from './run.ts'

/**
 * Copies PostgreSQL's programs to a place that the user can reach, once per version, and gives that
 * folder. The copy is there completely or not at all, and only the service's own user can write it.
 * @throws if no such place can be written
 */
export async function copyBinaries(
  from: Binaries,
  account: Account | null,
  log: (message: string) => void,
  places = isRoot() ? [SYSTEM_FOLDER, '/tmp'] : [tmpdir()],
): Promise<string> {
  const problems: string[] = []
  for (const place of places) {
    const name = place === SYSTEM_FOLDER ? 'postgres' : 'cairn-postgres'
    const target = join(place, `${name}-${from.version}`)
    try {
      await preparePlace(place, account)
      if (!(await isThere(target))) {
        await copy(from.folder, target)
        log(`PostgreSQL's programs were copied to ${target}, where they can be run.`)
      }
      if (await isTrusted(target)) return target
      problems.push(`${target} belongs to someone else`)
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error))
    }
  }
  throw new Error(`PostgreSQL's programs could not be copied: ${problems.join('; ')}`)
}

async function preparePlace(place: string, account: Account | null): Promise<void> {
  // mkdir obeys the umask, which may be tight
  if (await mkdir(place, { recursive: true })) await chmod(place, 0o755)
  const { uid, mode } = await lstat(place)
  const isSticky = (mode & 0o1000) !== 0
  // In a folder that others can change, they could exchange the copy or redirect its writing.
  if (!isSticky && (uid !== process.getuid?.() || (mode & 0o022) !== 0))
    throw new Error(`${place} can be changed by others`)
  if (!(await canEnter(account, place)))
    throw new Error(`${place} cannot be reached by the user ${account?.name}`)
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

async function isTrusted(folder: string): Promise<boolean> {
  const found = await lstat(folder)
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
}

async function copy(from: string, target: string): Promise<void> {
  const unfinished = await mkdtemp(`${target}.new-`)
  try {
    for (const part of ['bin', 'lib', 'share'])
      await cp(join(from, part), join(unfinished, part), {
        recursive: true,
        verbatimSymlinks: true,
      })
    for (const entry of await readdir(unfinished, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
      if (entry.isDirectory()) await chmod(path, 0o755)
      if (entry.isFile())
        await chmod(path, ((await lstat(path)).mode & 0o100) === 0 ? 0o644 : 0o755)
    }
    await chmod(unfinished, 0o755)
    // Before the name that promises completeness: a power failure must not leave empty files there.
    await run('sync', [], { account: null })
    await commit(unfinished, target)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // ENOTEMPTY: another start has just put the same copy there
    if (!['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}
