/** Any answer of the service says that it can be reached, also that nobody is signed in. */
const probe = '/api/v2/cairn/session'
/** Milliseconds between two tries; each waits twice as long as the one before. */
const minWaitMs = 2_000
const maxWaitMs = 30_000

let lostAt: number | null = null
let waitMs = minWaitMs
let timer: ReturnType<typeof setTimeout> | undefined
let trying: Promise<boolean> | null = null
const listeners = new Set<() => void>()

/** When the service was found out of reach, in Unix milliseconds; null while it answers. */
export const connectionLostAt = (): number | null => lostAt

/** Subscribes to changes of {@link connectionLostAt}. */
export function subscribeToConnection(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function setLostAt(at: number | null) {
  if ((lostAt === null) === (at === null)) return
  lostAt = at
  for (const listener of listeners) listener()
}

/** Notes that a request was answered. */
export function noteAnswer(): void {
  clearTimeout(timer)
  setLostAt(null)
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
  try {
    await fetch(probe, { method: 'HEAD', cache: 'no-store' })
    noteAnswer()
    return true
  } catch {
    waitMs = lostAt === null ? minWaitMs : Math.min(2 * waitMs, maxWaitMs)
    timer = setTimeout(() => void tryConnection(), waitMs)
    setLostAt(Date.now())
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
