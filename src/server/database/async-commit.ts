import { sql } from 'kysely'

/**
 * Expression that has the current transaction commit without waiting for the disk. A crash may undo
 * it, so it is only for what is repeated or given back by itself.
 */
export const asyncCommit = sql`set_config('synchronous_commit', 'off', true)`

/**
 * A part of a `with` list, named `async_commit`: the statement that reads from it, which must be a
 * transaction of its own, commits in that way.
 */
export const asyncCommitPart = sql`async_commit as materialized (
  select ${asyncCommit})`
