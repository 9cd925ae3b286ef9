import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { probe } from './connect.ts'
import { connectionTo } from './listen.ts'
import { findPostmaster } from './postmaster.ts'
import { stopServer, type Server } from './server.ts'

/** How long a server that says it is ready may be out of reach before it is started anew. */
const UNREACHABLE_MS = 1_000

/** How to connect to the server of this cluster; null when none runs. */
export async function connectionOf(cluster: string): Promise<pg.ClientConfig | null> {
  const running = await findPostmaster(cluster)
  return running && connectionTo(running, cluster)
}

/**
 * Connects to the server that runs already: waits while it is just starting or stopping, and stops
 * it where nobody can reach it any more. Null when none runs.
 */
export async function joinRunning(
  server: Server,
  log: (message: string) => void,
): Promise<pg.ClientConfig | null> {
  let unreachableSince: number | null = null
  for (;;) {
    const running = await findPostmaster(server.cluster)
    if (!running) return null
    const connection = await connectionTo(running, server.cluster)
    const state = connection ? await probe(connection) : 'busy'
    if (state === 'open') return connection
    const isLost = state === 'unreachable' && running.isReady
    unreachableSince = isLost ? (unreachableSince ?? performance.now()) : null
    if (unreachableSince !== null && performance.now() - unreachableSince > UNREACHABLE_MS) {
      log('Found the database running, but out of reach: starting it anew.')
      await stopServer(server)
      return null
    }
    await wait(50)
  }
}
