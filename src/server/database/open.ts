import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '#server/platform/config.ts'
import { OperatorError } from '#server/platform/failure.ts'
import { joinEmbedded, startEmbedded } from './embedded/start.ts'

/** An open database: how to connect, and how to close it. */
export interface OpenDatabase {
  connection: pg.ClientConfig
  /** For migrations, locks and LISTEN: never through a transaction pooler. */
  direct: pg.ClientConfig
  close(): Promise<void>
}

type Settings = Pick<Config, 'dataDir' | 'databaseUrl' | 'databaseDirectUrl'>

interface Options {
  log: (message: string) => void
  /** Called when the embedded database has stopped for good: this process can only end. */
  onEnd: (reason: OperatorError) => void
}

/** Milliseconds that a service waits for a PostgreSQL that starts beside it. */
const APPEAR_MS = 30_000

/**
 * Opens the database for the service: an external one, or the embedded one of the data folder,
 * which one service at a time starts.
 * @throws OperatorError when it cannot be reached, or another service holds it
 */
export async function openDatabase(config: Settings, options: Options): Promise<OpenDatabase> {
  if (config.databaseUrl) return externalDatabase(config, options.log, APPEAR_MS)
  return embeddedDatabase(await startEmbedded({ dataDir: config.dataDir, ...options }))
}

/** Opens the database for a command: beside a running service, or alone. */
export async function joinDatabase(config: Settings, options: Options): Promise<OpenDatabase> {
  if (config.databaseUrl) return externalDatabase(config, options.log, 0)
  return embeddedDatabase(await joinEmbedded({ dataDir: config.dataDir, ...options }))
}

function embeddedDatabase({
  connection,
  stop,
}: Awaited<ReturnType<typeof startEmbedded>>): OpenDatabase {
  return { connection, direct: connection, close: stop }
}

async function externalDatabase(
  { databaseUrl, databaseDirectUrl }: Settings,
  log: (message: string) => void,
  patienceMs: number,
): Promise<OpenDatabase> {
  const connection = { connectionString: databaseUrl ?? '' }
  const direct = { connectionString: databaseDirectUrl ?? connection.connectionString }
  await requireReachable(direct, log, patienceMs)
  if (databaseDirectUrl) {
    await requireReachable(connection, log, patienceMs)
    await requireSame(connection, direct)
  }
  return { connection, direct, close: () => Promise.resolve() }
}

/** Waits while nothing listens yet; any other error is thrown at once. */
async function requireReachable(
  connection: { connectionString: string },
  log: (message: string) => void,
  patienceMs: number,
): Promise<void> {
  const until = performance.now() + patienceMs
  const { host, port } = readUrl(connection)
  for (let isSaid = false; ; isSaid = true) {
    try {
      return await requireUsable(connection)
    } catch (error) {
      if (error instanceof OperatorError) throw error
      const reason = error instanceof Error ? error.message || String(error) : String(error)
      const sentence = `PostgreSQL at ${host}:${port} cannot be reached: ${reason}.`
      if (!isAppearing(error) || performance.now() > until) throw new OperatorError(sentence)
      if (!isSaid) log(`${sentence} Trying for ${patienceMs / 1000} seconds.`)
      await wait(500)
    }
  }
}

/** Reads a URL as the driver does, with the files of certificates that it names. @throws OperatorError */
function readUrl(connection: { connectionString: string }): pg.Client {
  try {
    return new pg.Client(connection)
  } catch (error) {
    throw new OperatorError(
      `The URL of the database cannot be used: ${(error as Error).message}. sslrootcert, sslcert and sslkey ` +
        'name files that can be read.',
    )
  }
}

/** Returns whether nothing listens, the name does not resolve yet, or the server is starting. */
function isAppearing(error: unknown): boolean {
  const { code = '', message } = error as NodeJS.ErrnoException
  const passing = ['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT', '57P03']
  return passing.includes(code) || /timeout|terminated unexpectedly/.test(message)
}

async function requireUsable(connection: pg.ClientConfig): Promise<void> {
  await withClient(connection, async (client) => {
    const { rows } = await client.query<{ version: string; encoding: string; name: string }>(
      `select current_setting('server_version_num') as version,
         current_setting('server_encoding') as encoding, current_database() as name`,
    )
    const { version, encoding, name } = rows[0] ?? {}
    if (Number(version) < 150000) {
      throw new OperatorError(
        `PostgreSQL 15 or newer is needed, this is ${Math.floor(Number(version) / 10000)}.`,
      )
    }
    if (encoding !== 'UTF8') {
      throw new OperatorError(
        `The database ${name} has the encoding ${encoding}, which cannot store all names: ` +
          'make one with the encoding UTF8.',
      )
    }
  })
}

/**
 * Requires that both connections lead to one database. Names and addresses cannot tell, where a
 * pooler has its own; a lock that one holds is seen by the other only there.
 */
async function requireSame(connection: pg.ClientConfig, direct: pg.ClientConfig): Promise<void> {
  const lock = [randomInt(2 ** 47)]
  const isFree = await withClient(direct, async (holder) => {
    await holder.query('begin')
    await holder.query('select pg_advisory_xact_lock($1)', lock)
    return withClient(connection, async (client) => {
      const { rows } = await client.query<{ free: boolean }>(
        'select pg_try_advisory_xact_lock($1) as free',
        lock,
      )
      return rows[0]?.free
    })
  })
  if (isFree)
    throw new OperatorError(
      'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: let both name the same one.',
    )
}

/** Works on a connection of its own. */
async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  // An error of the connection fails the query, too.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
