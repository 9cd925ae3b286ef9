import { type Kysely, sql } from 'kysely'

/**
 * Artifacts are found by how their names begin, behind the registry that they are kept in; an index
 * holds no long texts.
 */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create index artifact_short_name_idx on artifact (
      org_id, (lower(left(regexp_replace(filename, '^.*/', ''), 100)) collate "C"), created_at desc)
    `.execute(database)
}
