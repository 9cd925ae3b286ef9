import { type Kysely, sql } from 'kysely'

/** Lets what is in force be read without what has ended, in the order of its end. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index on override_entry (org_id, standing, expires_at, created_at desc, id desc)
  `.execute(database)
}
