import pg from 'pg'
import type { Config } from '../config.ts'
import { findEmbedded, startEmbedded } from './embedded/start.ts'
import { takeServiceLock } from './embedded/service-lock.ts'

/** Where the database is, and how to leave it. */
export interface OpenDatabase {
  connection: pg.ClientConfig
  /** For migrations, locks and LISTEN: never through a transaction pooler. */
  direct: pg.ClientConfig
  close(): Promise<void>
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>

/**
 * Reaches the database for the service: an external one, or the embedded one of the data folder,
 * which is started or taken over, for one service at a time.
 * @throws when it cannot be reached, or another service holds it
 */
export async function openDatabase(
  config: Settings,
  log: (message: string) => void,
): Promise<OpenDatabase> {
  if (config.databaseUrl) return externalDatabase(config.databaseUrl, config.databaseDirectUrl)
  const embedded = await startEmbedded({ dataDir: config.dataDir, log })
  const lock = await takeServiceLock(embedded.connection)
  return {
    connection: embedded.connection,
    direct: embedded.connection,
    close: async () => {
      await embedded.stop()
      await lock.release()
    },
  }
}

/** Reaches the database for a command: beside a live service, or alone. */
export async function joinDatabase(
  config: Settings,
  log: (message: string) => void,
): Promise<OpenDatabase> {
  if (config.databaseUrl) return externalDatabase(config.databaseUrl, config.databaseDirectUrl)
  const running = await findEmbedded({ dataDir: config.dataDir, log })
  if (!running) return openDatabase(config, log)
  return { connection: running, direct: running, close: () => Promise.resolve() }
}

async function externalDatabase(url: string, directUrl: string | null): Promise<OpenDatabase> {
  const direct = { connectionString: directUrl ?? url }
  await requireVersion(direct)
  return { connection: { connectionString: url }, direct, close: () => Promise.resolve() }
}

async function requireVersion(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(
      "select current_setting('server_version_num') as version",
    )
    const version = Number(rows[0]?.version)
    if (version < 150000) {
      throw new Error(`PostgreSQL 15 or newer is needed, this is ${Math.floor(version / 10000)}`)
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}
