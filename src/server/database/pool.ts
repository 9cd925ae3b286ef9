import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { ServiceClient, setLimits, type TimeLimits } from './service-client.ts'
import type { Tables } from './tables.ts'

const types = new pg.TypeOverrides()
// Counts and sequence numbers stay far below 2^53.
types.setTypeParser(pg.types.builtins.INT8, Number)

/** Milliseconds to wait for a connection: a free one, or one that is made. */
export const connectTimeoutMs = 10_000

/** The limits of what answers requests. */
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
  /** Null for what may take as long as it takes, like migrations. */
  limits?: TimeLimits | null
  /** Connections go through a transaction pooler, where a session is not ours to set up. */
  throughPooler?: boolean
}

/** Opens a connection pool; no connection is made before the first query. */
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
        onConnect: async (it: pg.ClientBase) => void (await it.query(setLimits('session', limits))),
      }),
  })
  // A connection that breaks while idle is replaced by the pool; it must not end the process. While
  // the pool ends that is no news, and the connection itself, with all it prepared, is not for logs.
  pool.on('error', (error: Error & { client?: unknown }) => {
    delete error.client
    if (!pool.ending) onError(error)
  })
  return pool
}

/** What Kysely needs of a pool. */
export interface ConnectionSource {
  connect(): Promise<pg.PoolClient>
  end(): Promise<void>
}

/** Typed queries over a pool. */
export function openKysely(pool: ConnectionSource): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
