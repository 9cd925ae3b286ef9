import { createAtom, useSelector } from '@tanstack/react-store'

/** Any answer of the service says that it can be reached, also that nobody is signed in. */
const probe = '/api/v2/cairn/session'
/** Milliseconds between two tries; each waits twice as long as the one before. */
const minWaitMs = 2_000
const maxWaitMs = 30_000

/** When the service was found out of reach, and when it is asked again, in Unix milliseconds. */
const connection = createAtom<{ lostAt: number | null; triesAt: number | null }>({
  lostAt: null,
  triesAt: null,
})
let waitMs = minWaitMs
let timer: ReturnType<typeof setTimeout> | undefined
let trying: Promise<boolean> | null = null

/** When the service was found out of reach, followed; null while it answers. */
export const useConnectionLostAt = () => useSelector(connection, ({ lostAt }) => lostAt)

/** When the service is asked again, followed; null while it is asked or answers. */
export const useConnectionTriesAt = () => useSelector(connection, ({ triesAt }) => triesAt)

const isLost = () => connection.get().lostAt !== null

/** Unix milliseconds, or null while there is a connection and while it is tried. */
function setState(isLostNow: boolean, next: number | null) {
  const { lostAt, triesAt } = connection.get()
  if (isLostNow === isLost() && next === triesAt) return
  connection.set({ lostAt: isLostNow ? (lostAt ?? Date.now()) : null, triesAt: next })
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
  setState(isLost(), null)
  try {
    await fetch(probe, { method: 'HEAD', cache: 'no-store' })
    noteAnswer()
    return true
  } catch {
    waitMs = isLost() ? Math.min(2 * waitMs, maxWaitMs) : minWaitMs
    timer = setTimeout(() => void tryConnection(), waitMs)
    setState(true, Date.now() + waitMs)
    return false
  }
}

/** Resolves once the service can be reached. */
export function whenConnected(): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (isLost()) return
      subscription.unsubscribe()
      resolve()
    }
    const subscription = connection.subscribe(check)
    check()
  })
}

/** Tries at once when the device says that its network came or went. */
export function watchNetwork(): void {
  for (const event of ['online', 'offline']) {
    window.addEventListener(event, () => void tryConnection())
  }
}
