import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

const types = new pg.TypeOverrides()
// Counts and sequence numbers stay far below 2^53.
types.setTypeParser(pg.types.builtins.INT8, Number)

/** More distinct statements than this are not worth keeping prepared on a connection. */
const maxPrepared = 1000
/** A statement about many rows comes in as many forms: keeping them would leave no place for others. */
const mostValues = 100
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
  Array.isArray(values) && values.length > 0 && values.length <= mostValues

/** A client that prepares each statement text once per connection. */
class PreparingClient extends pg.Client {
  override query(...args: unknown[]): never {
    const [text, values] = args
    const prepared =
      typeof text === 'string' && isWorthPreparing(values)
        ? [{ name: statementName(text), text, values }, ...args.slice(2)]
        : args
    return (super.query as (...args: unknown[]) => never).apply(this, prepared)
  }
}

/** Opens a connection pool; no connection is made before the first query. */
export function openPool(
  connection: pg.ClientConfig,
  options: { prepared: boolean; onError: (error: Error) => void; max?: number },
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types,
    max: options.max ?? 20,
    ...(options.prepared ? { Client: PreparingClient } : {}),
  })
  // A connection that breaks while idle is replaced by the pool; it must not end the process. While
  // the pool ends that is no news, and the connection itself, with all it prepared, is not for logs.
  pool.on('error', (error: Error & { client?: unknown }) => {
    delete error.client
    if (!pool.ending) options.onError(error)
  })
  return pool
}

/** Typed queries over a pool. */
export function openKysely(pool: pg.Pool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
