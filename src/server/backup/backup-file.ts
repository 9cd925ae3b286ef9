import { randomBytes } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { OperatorError } from '#server/platform/failure.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Writes a file that only its owner can read. It has its name once it is complete and on disk; on
 * failure nothing of it stays, nor when the process is told to end.
 * @throws OperatorError if the name is taken, or the folder cannot be written
 */
export async function writeWhole<T>(
  path: string,
  write: (target: Writable) => Promise<T>,
): Promise<T> {
  const file = resolve(path)
  if (await stat(file).catch(() => null))
    throw new OperatorError(`There is a file ${file} already: name another one.`)
  const draft = `${file}.${randomBytes(4).toString('hex')}.part`
  // Opened first: a stream that never opened would leave nothing to say.
  const handle = await open(draft, 'wx', 0o600).catch((error: Error) => {
    throw new OperatorError(`${file} cannot be written: ${error.message}.`)
  })
  const endBy = (signal: NodeJS.Signals) => {
    rmSync(draft, { force: true })
    process.kill(process.pid, signal)
  }
  for (const signal of signals) process.once(signal, endBy)
  try {
    const written = await write(createWriteStream(draft, { fd: handle, flush: true }))
    await rename(draft, file)
    await syncFolder(dirname(file))
    return written
  } catch (error) {
    await rm(draft, { force: true })
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOSPC' && code !== 'EIO') throw error
    throw new OperatorError(`${file} cannot be written: ${message}.`)
  } finally {
    for (const signal of signals) process.off(signal, endBy)
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
