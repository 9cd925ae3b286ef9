import { type Kysely, sql } from 'kysely'

/** Lets silences be read in the order of their begin, from any instant on. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index on environment_silence (org_id, environment_id, started_at)
  `.execute(database)
}
