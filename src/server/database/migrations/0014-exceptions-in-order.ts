import { type Kysely, sql } from 'kysely'

/** Lets entries of allow-lists be read in the order of their end, those that ended beside the others. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index on allowed_artifact (org_id, standing, expires_at, created_at desc, id desc)
  `.execute(database)
}
