import { type Kysely, sql } from 'kysely'

const tables = sql`
  alter table snapshot add column carriers json;
  create table exception_period (
    org_id text not null,
    environment_id text not null,
    started_at double precision not null,
    ended_at double precision,
    primary key (org_id, environment_id, started_at),
    foreign key (org_id, environment_id) references environment
  )`

// Of earlier snapshots it is not known what carried their verdicts.
const newest = sql`
  update snapshot set carriers = status.carriers
  from environment_state status
  where status.org_id = snapshot.org_id and status.environment_id = snapshot.environment_id
    and status.snapshot_index = snapshot.index and status.carriers is not null`

const present = sql`
  insert into exception_period (org_id, environment_id, started_at)
  select org_id, environment_id, coalesce(last_changed_at, state_since) from environment_state
  where json_array_length(carriers -> 'override_ids')
    + (carriers ->> 'allow_listed')::integer + (carriers ->> 'exempt')::integer > 0`

/** Keeps what carried the verdict of each snapshot, and when verdicts stood by exceptions. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of [tables, newest, present]) await statement.execute(database)
}
