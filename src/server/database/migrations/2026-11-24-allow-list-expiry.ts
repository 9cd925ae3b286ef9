import { type Kysely, sql } from 'kysely'

/** Until when an artifact is allowed, and by whom that was said. */
export async function up(database: Kysely<never>): Promise<void> {
  await sql`
    alter table allowed_artifact
      add column expires_at double precision,
      add column expires_by text,
      add column expires_by_id text;
    create index on allowed_artifact (expires_at, org_id) where expires_at is not null
    `.execute(database)
}
