import { type Kysely, sql } from 'kysely'

/**
 * Finds what runs in an environment by the parts that reports are compared by, in place of reading
 * all of it for a few artifacts. Every read by the index before has one in this, also those of
 * versions that know no other. Citus wants the index of a distributed table to have a name.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create index running_parts on running (org_id, environment_id, left(fingerprint, 2)) where to_index is null
  `.execute(database)
  await sql`drop index if exists running_org_id_environment_id_idx`.execute(database)
}
