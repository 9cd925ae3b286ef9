import { randomUUID } from 'node:crypto'
import { readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A holder that lives has touched its lock ten times in that time. */
const STALE_MS = 5_000

/**
 * Lets one start or stop at a time work on a data folder; waits while another one does. Gives the
 * function that ends it.
 *
 * The holder touches the file as long as it lives; a file that nobody touches is taken over. Two
 * that take over at the same instant are told apart later, by who puts the finished cluster in place.
 * @throws if the data folder cannot be written
 */
export async function takeStartLock(
  dataFolder: string,
  log: (message: string) => void,
  staleMs = STALE_MS,
): Promise<() => Promise<void>> {
  const file = join(dataFolder, 'starting.lock')
  const mine = JSON.stringify({ id: randomUUID(), host: hostname(), pid: process.pid })
  let seen = ''
  let seenAt = performance.now()
  let isTold = false
  while (!(await create(file, mine))) {
    const state = await touched(file)
    // Only changes count, not the clock of another machine or file system.
    if (state !== seen) [seen, seenAt] = [state, performance.now()]
    if ((await isDead(file)) || performance.now() - seenAt > staleMs) {
      await rm(file, { force: true })
      continue
    }
    if (!isTold) log('Another Cairn is just starting or stopping on this data folder: waiting.')
    isTold = true
    await wait(25)
  }
  const beat = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch(() => {})
  }, staleMs / 10)
  beat.unref()
  return async () => {
    clearInterval(beat)
    if ((await content(file)) === mine) await rm(file, { force: true })
  }
}

async function create(file: string, text: string): Promise<boolean> {
  try {
    await writeFile(file, text, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (code !== 'EACCES' && code !== 'EROFS') throw error
    throw new Error(
      `Cairn cannot write its data folder ${dirname(file)}: run it as the user who owns the ` +
        'folder, or set CAIRN_DATA_DIR to another one.',
      { cause: error },
    )
  }
}

async function touched(file: string): Promise<string> {
  const found = await stat(file, { bigint: true }).catch(() => null)
  return found ? `${found.ino} ${found.mtimeNs}` : ''
}

/** Spares the wait where the holder can be seen to be gone. */
async function isDead(file: string): Promise<boolean> {
  try {
    const { host, pid } = JSON.parse(await content(file))
    if (host !== hostname()) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

function content(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}
