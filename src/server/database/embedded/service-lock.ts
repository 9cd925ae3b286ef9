import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** The key of the advisory lock: "cairn" in hexadecimal. */
const KEY = 0x636169726e
/** The sessions of a service that was killed end a moment later. */
const PATIENCE_MS = 1_000
const RETAKE_MS = 1_000

/** Another service runs on this embedded database. */
export class ServiceAlreadyRunning extends Error {
  override name = 'ServiceAlreadyRunning'
}

/**
 * Takes the session-level advisory lock that marks the one live service on an embedded database, on
 * a connection of its own that stays open. A connection that is lost is replaced until `release`.
 * @throws ServiceAlreadyRunning if another service holds it
 */
export async function takeServiceLock(
  connection: pg.ClientConfig,
): Promise<{ release(): Promise<void> }> {
  let client = await take(connection)
  let isReleased = false

  const keep = () => {
    client.once('end', () => {
      if (!isReleased) retake()
    })
  }
  const retake = () => {
    setTimeout(async () => {
      if (isReleased) return
      const next = await take(connection).catch(() => null)
      if (!next) return retake()
      client = next
      if (isReleased) return void (await end(client))
      keep()
    }, RETAKE_MS).unref()
  }
  keep()

  return {
    async release() {
      isReleased = true
      await end(client)
    },
  }
}

async function take(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({
    ...connection,
    application_name: `cairn service, process ${process.pid}`,
  })
  // What breaks the connection also ends it, which is handled there.
  client.on('error', () => {})
  try {
    await client.connect()
    const until = performance.now() + PATIENCE_MS
    while (!(await isTaken(client))) {
      if (performance.now() > until) throw await refusal(client)
      await wait(50)
    }
    return client
  } catch (error) {
    await end(client)
    throw error
  }
}

async function isTaken(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS taken', [KEY])
  return rows[0].taken
}

async function refusal(client: pg.Client): Promise<ServiceAlreadyRunning> {
  const { rows } = await client.query(
    `SELECT coalesce(current_setting('cairn.data_folder', true),
                     current_setting('data_directory')) AS folder,
            (SELECT min(a.application_name) FROM pg_locks l JOIN pg_stat_activity a USING (pid)
              WHERE l.locktype = 'advisory' AND l.granted
                AND (l.classid::bigint << 32 | l.objid::bigint) = $1) AS holder`,
    [KEY],
  )
  const { folder, holder } = rows[0]
  return new ServiceAlreadyRunning(
    `Another Cairn is running on the data folder ${folder}${holder ? ` (${holder})` : ''}. ` +
      'Stop it first, or give this one a folder of its own with CAIRN_DATA_DIR.',
  )
}

async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => {})
}
