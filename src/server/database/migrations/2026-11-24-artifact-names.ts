import { type Kysely, sql } from 'kysely'

/** Artifacts are found by how their names begin, behind the registry that they are kept in. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    create index artifact_short_name_idx on artifact (
      org_id, (lower(regexp_replace(filename, '^.*/', '')) collate "C"), created_at desc)
    `.execute(database)
}
