import { type Kysely, sql } from 'kysely'

/** Stores of which repositories events are, so that a page of one repository reads its own alone. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`
    create table event_repo (
      org_id text not null,
      repo_id text not null,
      environment_id text not null,
      recorded_at double precision not null,
      event_id text not null,
      primary key (org_id, repo_id, environment_id, recorded_at, event_id),
      foreign key (org_id, environment_id) references environment
    ) with (autovacuum_vacuum_insert_scale_factor = 0.01);
    insert into event_repo (org_id, repo_id, environment_id, recorded_at, event_id)
    select distinct artifact.org_id, artifact.repo_id, event.environment_id, event.recorded_at, event.id
    from environment_event as event
    join artifact on artifact.org_id = event.org_id and artifact.fingerprint = event.fingerprint
    where artifact.repo_id is not null and event.type <> 'scaled'
  `.execute(database)
}
