import { createHash } from 'node:crypto'
import pg from 'pg'

/**
 * Milliseconds. PostgreSQL ends statements that take longer; a server that does not answer is given
 * up.
 */
export interface TimeLimits {
  statementMs: number
  lockMs: number
  idleInTransactionMs: number
  /** Until an answer comes at all. */
  answerMs: number
}

/** Configuration of a pool's client, besides how to connect. */
export interface ServiceClientConfig extends pg.ClientConfig {
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

/** The statement that sets time limits of a session or of the current transaction. */
export function setLimits(scope: 'session' | 'local', limits: TimeLimits): string {
  return [
    `set ${scope} statement_timeout = ${limits.statementMs}`,
    `set ${scope} lock_timeout = ${limits.lockMs}`,
    `set ${scope} idle_in_transaction_session_timeout = ${limits.idleInTransactionMs}`,
  ].join('; ')
}

/**
 * A client of the service's pool: it prepares statements, and gives up on a server that does not
 * answer.
 */
export class ServiceClient extends pg.Client {
  readonly #config: ServiceClientConfig

  constructor(config: ServiceClientConfig) {
    super(config)
    this.#config = config
    // Between two statements nothing else listens, and an error without a listener ends the
    // process.
    this.on('error', () => undefined)
  }

  override query(...args: unknown[]): never {
    const result = (super.query as (...args: unknown[]) => unknown).apply(this, this.#adapt(args))
    if (result instanceof Promise) result.catch((error: unknown) => this.#endIfSilent(error))
    return result as never
  }

  #adapt(args: unknown[]): unknown[] {
    const [text, values, ...rest] = args
    const { prepared, limitsOfTransaction } = this.#config
    if (text === 'begin' && limitsOfTransaction) {
      return [`begin; ${setLimits('local', limitsOfTransaction)}`]
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
