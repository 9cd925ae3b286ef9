import { type Kysely, sql } from 'kysely'

/** What shows that a process has the key that secrets are stored under: one row. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create table secret_canary (
      is_only boolean primary key default true check (is_only),
      sealed bytea not null
    )
  `.execute(database)
}
