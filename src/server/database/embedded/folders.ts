import { createHash } from 'node:crypto'
import { access, mkdir, open, realpath, rename } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Makes the data folder if it is not there, and gives its real path. */
export async function openDataFolder(dataDir: string): Promise<string> {
  const path = resolve(dataDir)
  await mkdir(dirname(path), { recursive: true })
  await mkdir(path, { recursive: true, mode: 0o700 })
  return realpath(path)
}

/**
 * Whether the folder is a finished cluster.
 * @throws if the service's user may not look
 */
export async function isCluster(folder: string): Promise<boolean> {
  try {
    await access(join(folder, 'PG_VERSION'))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw new Error(
      `The database folder ${folder} belongs to another user: run Cairn as that user or as root.`,
      { cause: error },
    )
  }
}

/** Whether a file operation failed since there is no such file. */
export function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Moves a file or folder to its final name, so that it is there after a power failure too. */
export async function commit(unfinished: string, final: string): Promise<void> {
  await rename(unfinished, final)
  if (process.platform === 'win32') return
  const parent = await open(join(final, '..'))
  await parent.sync().finally(() => parent.close())
}

/** A short name for a folder, the same every time. */
export function shortName(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 12)
}
