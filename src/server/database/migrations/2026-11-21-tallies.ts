import { type Kysely, sql } from 'kysely'

const tables = sql`
  create table attestation_tally (
    org_id text not null references organization,
    flow_id text not null,
    day integer not null,
    name text collate "C" not null,
    type text not null,
    is_compliant boolean not null,
    count integer not null,
    primary key (org_id, flow_id, day, name, type, is_compliant)
  );
  create table attestation_total (
    org_id text not null references organization,
    flow_id text not null,
    name text collate "C" not null,
    type text not null,
    is_compliant boolean not null,
    count integer not null,
    primary key (org_id, flow_id, name, type, is_compliant)
  );
  create table attestation_delta (
    org_id text not null references organization,
    id text not null,
    flow_id text not null,
    day integer not null,
    name text collate "C" not null,
    type text not null,
    is_compliant boolean not null,
    amount integer not null,
    primary key (org_id, flow_id, id)
  );
  create table trail_tally (
    org_id text not null references organization,
    flow_id text not null,
    day integer not null,
    state text not null,
    count integer not null,
    primary key (org_id, flow_id, day, state)
  );
  create table trail_delta (
    org_id text not null references organization,
    id text not null,
    flow_id text not null,
    day integer not null,
    state text not null,
    amount integer not null,
    primary key (org_id, flow_id, id)
  );
  create index on attestation (org_id, flow_id, name, created_at);
  create index on attestation (org_id, flow_id, type, created_at);
  create index on attestation (org_id, flow_id, created_at, id) where not is_compliant`

const backfill = sql`
  insert into attestation_tally
    select org_id, flow_id, floor(created_at / 86400)::integer, name, type, is_compliant, count(*)
    from attestation group by 1, 2, 3, 4, 5, 6;
  insert into attestation_total
    select org_id, flow_id, name, type, is_compliant, sum(count)
    from attestation_tally group by 1, 2, 3, 4, 5;
  insert into trail_tally
    select trail.org_id, trail.flow_id, floor(trail.created_at / 86400)::integer, state, count(*)
    from trail
    join trail_status on trail_status.org_id = trail.org_id and trail_status.trail_id = trail.id
    group by 1, 2, 3, 4`

/** Counts of attestations and trails by day, so that totals and deep pages cost the same at any size. */
export async function up(database: Kysely<never>): Promise<void> {
  await tables.execute(database)
  await backfill.execute(database)
}
