import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '#server/platform/failure.ts'
import type { OwnerLock } from './owner-lock.ts'
import { type Server, startServer, stopServer } from './server.ts'

const [minBackoffMs, maxBackoffMs] = [250, 15_000]
/** Milliseconds after which a running server resets the wait between starts. */
const STEADY_MS = 60_000
/** Milliseconds without a successful start after which the service ends. */
const GIVE_UP_MS = 600_000

interface Supervision {
  server: Server
  lock: OwnerLock
  log: (message: string) => void
  /**
   * Called when the database has stopped for good: the lock has another holder, or no start
   * succeeds.
   */
  onEnd: (reason: OperatorError) => void
}

/**
 * Starts the server, and again with growing waits whenever it ends by itself, as long as this process
 * holds the data folder. Gives the function that stops it.
 * @throws OperatorError if the first start fails
 */
export async function superviseServer(options: Supervision): Promise<() => Promise<void>> {
  const { server, lock, log, onEnd } = options
  const stopping = new AbortController()
  let running = await startServer(server, AbortSignal.any([stopping.signal, lock.lost]))
  const onLost = () => {
    stopping.abort()
    running.signal('SIGQUIT')
    onEnd(
      new OperatorError(
        `Another process has taken over the data folder ${server.dataFolder}, which this one did ` +
          'not renew its lock on for too long: it ends, and writes nothing more.',
      ),
    )
  }

  const supervise = async () => {
    for (let backoff = minBackoffMs; ;) {
      const startedAt = performance.now()
      const ending = await running.ended
      if (stopping.signal.aborted) return
      log(`The database server ended (${ending}): starting it again.`)
      if (performance.now() - startedAt > STEADY_MS) backoff = minBackoffMs
      const failingSince = performance.now()
      for (let isBack = false; !isBack; backoff = Math.min(2 * backoff, maxBackoffMs)) {
        await wait(backoff, null, { signal: stopping.signal }).catch(() => undefined)
        if (stopping.signal.aborted) return
        try {
          running = await startServer(server, stopping.signal)
          isBack = true
        } catch (error) {
          if (stopping.signal.aborted) return
          const message = error instanceof Error ? error.message : String(error)
          if (backoff === minBackoffMs) log(message)
          if (performance.now() - failingSince > GIVE_UP_MS)
            return onEnd(new OperatorError(message))
        }
      }
      log('The database server runs again.')
    }
  }
  if (lock.lost.aborted) onLost()
  lock.lost.addEventListener('abort', onLost)
  const supervising = supervise()

  return async () => {
    stopping.abort()
    lock.lost.removeEventListener('abort', onLost)
    await stopServer(server)
    await supervising
  }
}
