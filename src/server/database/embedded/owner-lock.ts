import {
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '#server/platform/failure.ts'

/**
 * Milliseconds that a lock without renewals is respected: from another container or host nothing
 * else shows that its holder has ended.
 */
const STALE_MS = 10_000
/** Renewals by a running holder in that time; its guard renews each second. */
const RENEWALS = 10
const RELEASED = '.released'

/** Holder of a data folder: a service, or a command that works while no service runs. */
export interface Holder {
  role: 'service' | 'command'
  host: string
  pid: number
  /** the running system and its process namespace, within which `pid` means something */
  machine: string
}

/** The right to run a server on a data folder, renewed until it is released or lost. */
export interface OwnerLock {
  /** exists as long as the lock is held; whoever renews it sets its time of change */
  file: string
  /** whether a holder came before, so that what runs on the folder is known to be its */
  isSuccessor: boolean
  /** aborted when another process has taken the lock over */
  lost: AbortSignal
  release(): Promise<void>
}

type OnHeld<T> = (holder: Holder, isRenewed: boolean) => Promise<T | null>

/**
 * Takes the one lock of a data folder. It works between processes, containers and hosts that share
 * the folder: holders renew a file in it, and only changes count, not the clocks of machines.
 *
 * Each holder makes the file with the next number, which one alone can make, and the highest number
 * holds. What a holder leaves on release keeps its number, so that no number comes twice.
 * @param onHeld asked again and again while another process holds the lock; `isRenewed` once that was
 *   seen to renew it. Gives null to wait on, or what to end with instead of the lock.
 * @throws OperatorError if the data folder cannot be written
 */
export function takeOwnerLock<T = never>(
  dataFolder: string,
  role: Holder['role'],
  onHeld: OnHeld<T>,
  staleMs = STALE_MS,
): Promise<OwnerLock | T> {
  return take(join(dataFolder, 'owner'), role, onHeld, staleMs).catch(explainError(dataFolder))
}

async function take<T>(
  folder: string,
  role: Holder['role'],
  onHeld: OnHeld<T>,
  staleMs: number,
): Promise<OwnerLock | T> {
  const me: Holder = { role, host: hostname(), pid: process.pid, machine: await machine() }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  let seen = { number: -1, changed: '' }
  let seenAt = performance.now()
  let isRenewed = false
  for (;;) {
    const found = await newest(folder)
    if (found.number !== seen.number || found.changed !== seen.changed) {
      isRenewed = found.number === seen.number
      ;[seen, seenAt] = [found, performance.now()]
    }
    const isGone = !found.holder || hasEnded(found.holder, me)
    const isStale = performance.now() - seenAt > staleMs
    if (isGone || isStale) {
      const file = await claim(folder, found.number + 1, me)
      if (!file) continue
      // A holder that was frozen and wakes up ends its server within this time.
      if (!isGone) await wait((2 * staleMs) / RENEWALS)
      return hold(file, found.number > 0, staleMs / RENEWALS)
    }
    const instead = found.holder && (await onHeld(found.holder, isRenewed))
    if (instead) return instead
    await wait(50)
  }
}

function hold(file: string, isSuccessor: boolean, renewMs: number): OwnerLock {
  const lost = new AbortController()
  const renew = setInterval(() => {
    const now = new Date()
    utimes(file, now, now).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') return
      clearInterval(renew)
      lost.abort()
    })
  }, renewMs)
  renew.unref()
  const release = async () => {
    clearInterval(renew)
    // Gone if another has it, or with the whole folder.
    await rename(file, `${file}${RELEASED}`).catch(() => undefined)
  }
  return { file, isSuccessor, lost: lost.signal, release }
}

/** Makes the file of a number; null if another process was first, or a higher one exists. */
async function claim(folder: string, number: number, me: Holder): Promise<string | null> {
  const file = join(folder, String(number))
  try {
    await writeFile(file, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
    // On a full disk a file can be made, but not written.
    await rm(file, { force: true })
    throw error
  }
  const names = await readdir(folder)
  if (names.some((name) => parseInt(name, 10) > number)) {
    await rm(file, { force: true })
    return null
  }
  for (const name of names)
    if (parseInt(name, 10) < number) await rm(join(folder, name), { force: true })
  return file
}

/**
 * Finds the lock with the highest number; without a holder if it was released, or nobody ever had
 * it.
 */
async function newest(
  folder: string,
): Promise<{ number: number; changed: string; holder: Holder | null }> {
  const names = await readdir(folder)
  const name = names.reduce((a, b) => (parseInt(b, 10) > (parseInt(a, 10) || 0) ? b : a), '')
  const number = parseInt(name, 10) || 0
  if (name === '' || name.endsWith(RELEASED)) return { number, changed: '', holder: null }
  try {
    // Opened first: network file systems look at the server only then.
    const file = await open(join(folder, name))
    try {
      const { mtimeNs } = await file.stat({ bigint: true })
      return { number, changed: String(mtimeNs), holder: parse(await file.readFile('utf8')) }
    } finally {
      await file.close()
    }
  } catch (error) {
    // Released or taken over at this instant.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return newest(folder)
    throw error
  }
}

function parse(text: string): Holder {
  try {
    return JSON.parse(text) as Holder
  } catch {
    // Not complete yet, or never, on a full disk.
    return { role: 'service', host: 'unknown', pid: 0, machine: '' }
  }
}

/** Returns whether the holder has visibly ended, which spares the wait. */
function hasEnded(holder: Holder, me: Holder): boolean {
  if (holder.machine !== me.machine || holder.pid === me.pid) return false
  try {
    process.kill(holder.pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

async function machine(): Promise<string> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8')
    return `${boot.trim()} ${await readlink('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}

const explainError = (dataFolder: string) => (error: NodeJS.ErrnoException) => {
  const { code = '' } = error
  if (code === 'ENOSPC' || code === 'EDQUOT')
    throw new OperatorError(`The disk of the data folder ${dataFolder} is full: make room on it.`)
  if (!['EACCES', 'EROFS', 'EPERM'].includes(code)) throw error
  throw new OperatorError(
    `Cairn cannot write its data folder ${dataFolder}: run it as the user who owns the folder, or ` +
      'set CAIRN_DATA_DIR to another one.',
    { cause: error },
  )
}
