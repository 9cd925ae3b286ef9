import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '#server/platform/operator-error.ts'
import { countSessions } from './connect.ts'
import { connectionTo } from './listen-settings.ts'
import type { OwnerLock } from './owner-lock.ts'
import { findPostmaster } from './postmaster.ts'
import { stopServer, type Server } from './server.ts'

/** Milliseconds after which sessions of a killed service have ended. */
const SESSIONS_END_MS = 5_000

/**
 * Stops a server that a killed holder left running on the cluster of this data folder. A server of
 * another program is left alone.
 * @throws OperatorError if somebody uses it, or its owner is unknown
 */
export async function endLeftover(
  server: Pick<Server, 'cluster' | 'binaries' | 'account'>,
  { isSuccessor }: Pick<OwnerLock, 'isSuccessor'>,
  log: (message: string) => void,
): Promise<void> {
  const until = performance.now() + SESSIONS_END_MS
  for (;;) {
    const running = await findPostmaster(server.cluster)
    if (!running) return
    const connection = await connectionTo(running, server.cluster)
    const sessions = connection ? await countSessions(connection) : null
    if (sessions === 0 || (sessions === null && isSuccessor)) break
    if (performance.now() > until)
      throw new OperatorError(
        `A database server that this Cairn did not start (process ${running.pid}) runs on ` +
          `${server.cluster}${sessions ? ', and others use it' : ''}: stop it first.`,
      )
    await wait(100)
  }
  log('An earlier Cairn ended without stopping its database server: it is stopped now.')
  await stopServer(server)
}
