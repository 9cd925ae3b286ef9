import { createHash } from 'node:crypto'
import { access, open, realpath, rename, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { OperatorError } from '#server/platform/failure.ts'
import { makeFolder } from '#server/platform/make-folder.ts'

/**
 * Makes the data folder if it does not exist, and returns its real path.
 * @throws OperatorError if that fails
 */
export async function openDataFolder(dataDir: string): Promise<string> {
  const path = resolve(dataDir)
  try {
    await makeFolder(path, 0o700)
    const found = await realpath(path)
    if (!(await stat(found)).isDirectory()) throw new Error('a file has its name')
    return found
  } catch (error) {
    throw new OperatorError(
      `Cairn cannot make its data folder ${path} (${error instanceof Error ? error.message : error}): ` +
        'set CAIRN_DATA_DIR to a folder that its user can write.',
      { cause: error },
    )
  }
}

/** Returns whether the folder is a finished cluster. @throws if the service's user may not look */
export async function isCluster(folder: string): Promise<boolean> {
  try {
    await access(join(folder, 'PG_VERSION'))
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw new OperatorError(
      `The database folder ${folder} belongs to another user: run Cairn as that user or as root.`,
      { cause: error },
    )
  }
}

/** Returns whether a file operation failed because the file does not exist. */
export function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Moves a file or folder to its final name, durably. */
export async function commit(unfinished: string, final: string): Promise<void> {
  await rename(unfinished, final)
  if (process.platform === 'win32') return
  const parent = await open(join(final, '..'))
  try {
    await parent.sync()
  } finally {
    await parent.close()
  }
}

/** A short, stable name for a folder. */
export function shortName(folder: string): string {
  return createHash('sha256').update(folder).digest('hex').slice(0, 12)
}

/** Whether PostgreSQL can listen on a unix socket; elsewhere it is loopback with a password. */
export const hasUnixSockets = process.platform !== 'win32'

/** Folder of a service that runs as root, for what PostgreSQL's user cannot reach elsewhere. */
export const SYSTEM_FOLDER = '/var/lib/cairn'
