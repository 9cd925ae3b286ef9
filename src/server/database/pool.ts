import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { ServiceClient, setLimits, type TimeLimits } from './service-client.ts'
import type { Tables } from './tables.ts'

const types = new pg.TypeOverrides()
// Counts and sequence numbers stay far below 2^53.
types.setTypeParser(pg.types.builtins.INT8, Number)

/** Milliseconds to wait for a connection: a free one, or a new one. */
export const connectTimeoutMs = 10_000

/** Time limits of connections that answer requests. */
export const requestLimits: TimeLimits = {
  statementMs: 30_000,
  lockMs: 20_000,
  idleInTransactionMs: 60_000,
  answerMs: 35_000,
}

export interface PoolOptions {
  prepared: boolean
  onError: (error: Error) => void
  max?: number
  /** Null for work of unlimited duration, like migrations. */
  limits?: TimeLimits | null
  /** Connections go through a transaction pooler, where sessions cannot be configured. */
  throughPooler?: boolean
}

/** Opens a connection pool; it connects with the first query. */
export function openPool(connection: pg.ClientConfig, options: PoolOptions): pg.Pool {
  const { prepared, onError, max = 20, limits = null, throughPooler = false } = options
  const client = { prepared, limitsOfTransaction: throughPooler ? limits : null }
  const pool = new pg.Pool({
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: connectTimeoutMs,
    ...(limits && { query_timeout: limits.answerMs }),
    ...connection,
    ...client,
    types,
    max,
    Client: ServiceClient as never,
    ...(limits &&
      !throughPooler && {
        // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it
        onConnect: async (it: pg.ClientBase) => void (await it.query(setLimits('session', limits))),
      }),
  })
  // The pool replaces a connection that breaks while idle; that must not end the process. While the
  // pool ends it is no news, and the connection, with all its prepared statements, is not for logs.
  pool.on('error', (error: Error & { client?: unknown }) => {
    delete error.client
    if (!pool.ending) onError(error)
  })
  return pool
}

/** The part of a pool that Kysely needs. */
export interface ConnectionSource {
  connect(): Promise<pg.PoolClient>
  end(): Promise<void>
}

/** Typed queries over a pool. */
export function openKysely(pool: ConnectionSource): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** Runs work on connections of its own. */
export async function withDatabase<T>(
  connection: pg.ClientConfig,
  work: (database: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const pool = openPool(connection, { prepared: false, max: 2, onError: () => undefined })
  try {
    return await work(openKysely(pool))
  } finally {
    await pool.end()
  }
}
