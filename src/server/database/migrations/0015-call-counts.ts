import { type Kysely, sql } from 'kysely'

/** Counts calls of a minute in all processes, for limits; a crash of the database may lose them. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table call_count (
      key text collate "C" not null,
      minute integer not null,
      count integer not null,
      primary key (key, minute)
    )
  `.execute(database)
}
