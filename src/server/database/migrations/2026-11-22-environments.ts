import { type Kysely, sql } from 'kysely'

const environments = sql`
  create table environment (
    org_id text not null references organization,
    id text not null,
    number bigint generated always as identity,
    name text collate "C" not null,
    type text not null,
    description text not null,
    include_scaling boolean not null,
    require_provenance boolean not null,
    tags jsonb not null default '{}',
    archived_at double precision,
    created_at double precision not null,
    created_by text not null,
    last_modified_at double precision not null,
    primary key (org_id, id),
    unique (org_id, name)
  );
  create table environment_member (
    org_id text not null,
    environment_id text not null,
    member_id text not null,
    primary key (org_id, environment_id, member_id),
    foreign key (org_id, environment_id) references environment,
    foreign key (org_id, member_id) references environment
  );
  create index on environment_member (org_id, member_id);
  create table environment_state (
    org_id text not null,
    environment_id text not null,
    last_reported_at double precision,
    last_changed_at double precision,
    snapshot_index integer not null,
    running_count integer not null,
    state boolean,
    state_since double precision not null,
    primary key (org_id, environment_id),
    foreign key (org_id, environment_id) references environment
  )`

const snapshots = sql`
  create table snapshot (
    org_id text not null,
    environment_id text not null,
    index integer not null,
    created_at double precision not null,
    reported_by_id text not null,
    reported_by text not null,
    state boolean,
    running_count integer not null,
    started_count integer not null,
    exited_count integer not null,
    state_ordinal integer not null,
    is_flip boolean not null,
    primary key (org_id, environment_id, index),
    foreign key (org_id, environment_id) references environment
  );
  create index on snapshot (org_id, environment_id, created_at);
  create index on snapshot (org_id, environment_id, state, index);
  create unique index on snapshot (org_id, environment_id, state, state_ordinal)
    nulls not distinct;
  create index on snapshot (org_id, environment_id, index) where is_flip;
  create table running (
    org_id text not null,
    id text not null,
    environment_id text not null,
    environment_number bigint not null,
    name text collate "C" not null,
    fingerprint text not null,
    from_index integer not null,
    to_index integer,
    started_index integer not null,
    started_at double precision not null,
    instance_count integer not null,
    detail json not null,
    during int8range not null generated always as (int8range(
      environment_number * 4294967296 + from_index,
      environment_number * 4294967296 + coalesce(to_index, 4294967295))) stored,
    primary key (org_id, id),
    foreign key (org_id, environment_id) references environment
  );
  create index on running using gist (during);
  create index on running (org_id, environment_id) where to_index is null;
  create index on running (org_id, fingerprint, environment_id, from_index);
  create table instance_count (
    org_id text not null,
    running_id text not null,
    count integer not null,
    primary key (org_id, running_id),
    foreign key (org_id, running_id) references running
  );
  create table snapshot_member (
    org_id text not null,
    environment_id text not null,
    member_id text not null,
    from_index integer not null,
    to_index integer,
    member_index integer not null,
    primary key (org_id, environment_id, member_id, from_index),
    foreign key (org_id, environment_id) references environment,
    foreign key (org_id, member_id) references environment
  )`

const events = sql`
  create table environment_event (
    org_id text not null,
    id text not null,
    environment_id text not null,
    snapshot_index integer not null,
    recorded_at double precision not null,
    type text not null,
    name text not null,
    fingerprint text not null,
    was integer not null,
    now integer not null,
    compliant boolean,
    snapshot_state boolean,
    primary key (org_id, environment_id, id),
    foreign key (org_id, environment_id) references environment
  );
  create index on environment_event (org_id, recorded_at, id);
  create index on environment_event (org_id, environment_id, recorded_at, id);
  create index on environment_event (org_id, environment_id, snapshot_index);
  create index on environment_event (org_id, fingerprint, recorded_at, id);
  create table event_tally (
    org_id text not null,
    environment_id text not null,
    day integer not null,
    type text not null,
    count integer not null,
    primary key (org_id, environment_id, day, type),
    foreign key (org_id, environment_id) references environment
  );
  create table deployment (
    org_id text not null,
    environment_id text not null,
    flow_id text not null,
    template_reference_name text collate "C" not null,
    snapshot_index integer not null,
    name text not null,
    fingerprint text not null,
    artifact_id text not null,
    started_at double precision not null,
    primary key (org_id, environment_id, flow_id, template_reference_name, snapshot_index,
      fingerprint),
    foreign key (org_id, environment_id) references environment,
    foreign key (org_id, flow_id) references flow,
    foreign key (org_id, artifact_id) references artifact
  );
  create table dirty (
    org_id text not null references organization,
    id text not null,
    fingerprint text,
    environment_id text,
    snapshot_index integer,
    primary key (org_id, id)
  );
  create index on deployment (org_id, environment_id, started_at);
  create index on deployment (org_id, fingerprint)`

/**
 * Environments and what runs in them. What runs is kept as intervals of snapshots: `during` holds an
 * interval with the environment's number above the index, so that one range index serves them all.
 */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [environments, snapshots, events]) await statements.execute(database)
}
