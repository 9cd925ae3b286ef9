import { sql } from 'kysely'

/**
 * A part of a `with` list, named `soon`: the statement that reads from it, which must be a
 * transaction of its own, commits without waiting for the disk. A crash may undo it, so it is only
 * for what is repeated or given back by itself.
 */
export const withoutWaiting = sql`soon as materialized (
  select set_config('synchronous_commit', 'off', true))`
