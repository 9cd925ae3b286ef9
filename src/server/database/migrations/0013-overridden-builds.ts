import { type Kysely, sql } from 'kysely'

/** Lets builds that overrides carry be counted without reading those that none does. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index on artifact_state (org_id, created_at) where override_ids <> '{}'
  `.execute(database)
}
