import { createHash } from 'node:crypto'
import { Kysely, PostgresAdapter, PostgresDialect } from 'kysely'
import pg from 'pg'
import { beginStatement, errorTypeOf } from '#server/platform/tracing.ts'
import { isDistributed } from './distribute-tables.ts'
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
        onConnect: async (it: pg.ClientBase) => void (await it.query(configure('session', limits))),
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
interface ConnectionSource {
  connect(): Promise<pg.PoolClient>
  end(): Promise<void>
}

/** Marks queries to a database that is distributed over nodes. */
class DistributedAdapter extends PostgresAdapter {}

/** A PostgreSQL that is distributed over nodes. */
class DistributedDialect extends PostgresDialect {
  override createAdapter(): DistributedAdapter {
    return new DistributedAdapter()
  }
}

/** Typed queries over a pool, of a database that is distributed over nodes or not. */
export function openKysely(
  pool: ConnectionSource,
  { isDistributed = false }: { isDistributed?: boolean } = {},
): Kysely<Tables> {
  const Dialect = isDistributed ? DistributedDialect : PostgresDialect
  return new Kysely<Tables>({ dialect: new Dialect({ pool }) })
}

/** Returns whether queries, or those of a transaction of theirs, go to a distributed database. */
export const isToNodes = (database: Kysely<Tables>): boolean =>
  database.getExecutor().adapter instanceof DistributedAdapter

/** Runs work on connections of its own. */
export async function withDatabase<T>(
  connection: pg.ClientConfig,
  work: (database: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  const pool = openPool(connection, { prepared: false, max: 2, onError: () => undefined })
  try {
    return await work(openKysely(pool, { isDistributed: await isDistributed(openKysely(pool)) }))
  } finally {
    await pool.end()
  }
}

/**
 * Milliseconds. PostgreSQL ends statements that take longer; a server that does not answer is given
 * up.
 */
interface TimeLimits {
  statementMs: number
  lockMs: number
  idleInTransactionMs: number
  /** Until an answer comes at all. */
  answerMs: number
}

/** Configuration of a pool's client, besides how to connect. */
interface ServiceClientConfig extends pg.ClientConfig {
  /** Prepare each statement text once per connection. */
  prepared: boolean
  /**
   * Limits set with each transaction, since sessions cannot be configured behind a transaction
   * pooler.
   */
  limitsOfTransaction: TimeLimits | null
}

/** Distinct statements kept prepared on a connection. */
const maxPrepared = 1000
/** A statement with many values has as many variants: preparing them would evict others. */
const maxPreparedValues = 100
const names = new Map<string, string>()

function statementName(text: string): string | undefined {
  let name = names.get(text)
  if (!name && names.size < maxPrepared) {
    name = createHash('sha256').update(text).digest('base64url').slice(0, 24)
    names.set(text, name)
  }
  return name
}

const isWorthPreparing = (values: unknown): values is unknown[] =>
  Array.isArray(values) && values.length > 0 && values.length <= maxPreparedValues

/** The statement that configures a session or the current transaction, with its time limits. */
function configure(scope: 'session' | 'local', limits: TimeLimits): string {
  return [
    `set ${scope} statement_timeout = ${limits.statementMs}`,
    `set ${scope} lock_timeout = ${limits.lockMs}`,
    `set ${scope} idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`,
    // Statements read a page: to compile their plans takes longer than to run them.
    `set ${scope} jit = off`,
  ].join('; ')
}

/** The statement of a query, which is a text or has one; '' for what streams. */
function textOf([query]: unknown[]): string {
  if (typeof query === 'string') return query
  return (query as { text?: string }).text ?? ''
}

/**
 * A client of the service's pool: it prepares statements, and gives up on a server that does not
 * answer.
 */
class ServiceClient extends pg.Client {
  readonly #config: ServiceClientConfig

  constructor(config: ServiceClientConfig) {
    super(config)
    this.#config = config
    // Between two statements nothing else listens, and an error without a listener ends the
    // process.
    this.on('error', () => undefined)
  }

  override query(...args: unknown[]): never {
    const span = beginStatement(textOf(args))
    const result = (super.query as (...args: unknown[]) => unknown).apply(this, this.#adapt(args))
    if (result instanceof Promise)
      result.then(
        () => span?.end(),
        (error: unknown) => {
          span?.end({ errorType: errorTypeOf(error) })
          this.#endIfSilent(error)
        },
      )
    return result as never
  }

  #adapt(args: unknown[]): unknown[] {
    const [text, values, ...rest] = args
    const { prepared, limitsOfTransaction } = this.#config
    if (text === 'begin' && limitsOfTransaction) {
      return [`begin; ${configure('local', limitsOfTransaction)}`]
    }
    if (!prepared || typeof text !== 'string' || !isWorthPreparing(values)) return args
    return [{ name: statementName(text), text, values }, ...rest]
  }

  /**
   * Ends the connection after a timeout: the query still runs, and others must not wait behind it.
   */
  #endIfSilent(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout') {
      this.connection.stream.destroy()
    }
  }
}
