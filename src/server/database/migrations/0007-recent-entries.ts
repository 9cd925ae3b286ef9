import { type Kysely, sql } from 'kysely'

/**
 * Keeps apart the entries that reports changed last in a large status, so that a report writes these
 * and not all of it. A status from before, without such entries, is written whole once more.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table trail_status add column recent json`.execute(database)
}
