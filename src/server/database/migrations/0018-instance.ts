import { type Kysely, sql } from 'kysely'

/** Names this instance, so that its store of evidence is told from that of another. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table instance (
      is_only boolean primary key default true check (is_only),
      id text not null
    )
  `.execute(database)
}
