/** Any answer of the service says that it can be reached, also that nobody is signed in. */
const probe = '/api/v2/cairn/session'
/** Milliseconds between two tries; each waits twice as long as the one before. */
const minWaitMs = 2_000
const maxWaitMs = 30_000

let lostAt: number | null = null
let triesAt: number | null = null
let waitMs = minWaitMs
let timer: ReturnType<typeof setTimeout> | undefined
let trying: Promise<boolean> | null = null
const listeners = new Set<() => void>()

/** When the service was found out of reach, in Unix milliseconds; null while it answers. */
export const connectionLostAt = (): number | null => lostAt

/** When the service is asked again, in Unix milliseconds; null while it is asked or answers. */
export const connectionTriesAt = (): number | null => triesAt

/** Subscribes to changes of {@link connectionLostAt} and {@link connectionTriesAt}. */
export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Unix milliseconds, or null while there is a connection and while it is tried. */
function setState(isLost: boolean, next: number | null) {
  if (isLost === (lostAt !== null) && next === triesAt) return
  lostAt = isLost ? (lostAt ?? Date.now()) : null
  triesAt = next
  for (const listener of listeners) listener()
}

/** Notes that a request was answered. */
export function noteAnswer(): void {
  clearTimeout(timer)
  setState(false, null)
}

/**
 * Asks the service whether it can be reached. One that cannot is asked again until it answers. A
 * request that failed by itself, of a service that answers others, is no lost connection.
 */
export function tryConnection(): Promise<boolean> {
  trying ??= tryOnce().finally(() => {
    trying = null
  })
  return trying
}

async function tryOnce(): Promise<boolean> {
  clearTimeout(timer)
  setState(lostAt !== null, null)
  try {
    await fetch(probe, { method: 'HEAD', cache: 'no-store' })
    noteAnswer()
    return true
  } catch {
    waitMs = lostAt === null ? minWaitMs : Math.min(2 * waitMs, maxWaitMs)
    timer = setTimeout(() => void tryConnection(), waitMs)
    setState(true, Date.now() + waitMs)
    return false
  }
}

/** Resolves once the service can be reached. */
export function whenConnected(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (lostAt !== null) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = subscribeToConnection(check)
    check()
  })
}

/** Tries at once when the device says that its network came or went. */
export function watchNetwork(): void {
  for (const event of ['online', 'offline']) {
    window.addEventListener(event, () => void tryConnection())
  }
}
