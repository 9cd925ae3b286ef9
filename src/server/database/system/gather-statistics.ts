import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'

/** Bytes of a table from which plans made without statistics may be slow. */
const minBytes = 1_000_000

/**
 * Gathers the planner's statistics of tables that have none, and ends with the first that fails. After
 * `pg_upgrade`, PostgreSQL itself waits until a tenth of a table has changed, and for ever where
 * autovacuum is off. What another process works on is left to it.
 */
export async function gatherMissingStatistics(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
      and pg_relation_size(pg_class.oid) >= ${minBytes}
      and not exists (select from pg_stats where schemaname = 'public' and tablename = relname)
    order by relname`.execute(database)
  for (const { name } of rows) await sql`analyze (skip_locked) ${sql.table(name)}`.execute(database)
}
