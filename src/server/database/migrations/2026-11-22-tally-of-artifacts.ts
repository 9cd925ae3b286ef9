import { type Kysely, sql } from 'kysely'

// Null is the state of an artifact without a trail, which the flow's template as it stands decides.
const tables = sql`
  create table artifact_tally (
    org_id text not null references organization,
    flow_id text not null,
    day integer not null,
    state text,
    count integer not null,
    unique nulls not distinct (org_id, flow_id, day, state)
  );
  create table artifact_delta (
    org_id text not null references organization,
    id text not null,
    flow_id text not null,
    day integer not null,
    state text,
    amount integer not null,
    primary key (org_id, flow_id, id)
  )`

const backfill = sql`
  insert into artifact_tally
    select org_id, flow_id, floor(created_at / 86400)::integer, state, count(*)
    from artifact_state group by 1, 2, 3, 4`

const indexes = sql`
  create index on artifact_state (org_id, created_at, artifact_id) include (flow_id, state);
  create index on artifact (org_id, (repo_info ->> 'name')) where repo_id is null;
  create index on artifact (org_id, (repo_info ->> 'id')) where repo_id is null`

/** Counts of artifacts by day and state, and the orders that builds are listed and counted in. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [tables, backfill, indexes]) await statements.execute(database)
}
