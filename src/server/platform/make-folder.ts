import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it, unless it is there. A recursive mkdir never ends where a system
 * has no folders to make, such as in /proc.
 */
export async function makeFolder(path: string, mode?: number, modeAbove?: number): Promise<void> {
  if (await isThere(path)) return
  if (dirname(path) !== path) await makeFolder(dirname(path), modeAbove, modeAbove)
  await mkdir(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
