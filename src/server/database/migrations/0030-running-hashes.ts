import { type Kysely, sql } from 'kysely'

/**
 * Stores hashes of what runs, so that a report is compared by reading what differs alone, and by
 * which report they are: a version of the service without them leaves that instant behind.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table running_hash (
      org_id text not null,
      environment_id text not null,
      part text not null,
      artifacts text not null,
      details text,
      primary key (org_id, environment_id, part),
      foreign key (org_id, environment_id) references environment
    ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);
    alter table environment_state add column hashed_at double precision
  `.execute(database)
}
