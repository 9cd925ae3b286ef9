import { sql } from 'kysely'
import { appended } from './storage.ts'

/**
 * Environments and what runs in them, as intervals of snapshots: `during` holds an interval with
 * the environment's number above the index, so that one range index serves all environments.
 */
export const environments = sql`
  -- Numbers come from a sequence, not an identity column, so that the table can be spread by
  -- organization.
  create sequence environment_number as bigint;
  create table environment (
    org_id text not null references organization,
    id text not null,
    number bigint not null default nextval('environment_number'),
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
    space_id text,
    reporting_minutes integer,
    primary key (org_id, id),
    unique (org_id, name),
    foreign key (org_id, space_id) references space
  );
  alter sequence environment_number owned by environment.number;
  create index on environment (org_id, space_id) where space_id is not null;

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
    is_judged boolean not null default false,
    non_compliant_count integer not null default 0,
    carriers json,
    heard_at double precision,
    report_rhythm json,
    learned_interval double precision,
    hashed_at double precision,
    primary key (org_id, environment_id),
    foreign key (org_id, environment_id) references environment
  );

  -- Silences of one environment never overlap, so that the order of their ends is that of their begins.
  create table environment_silence (
    org_id text not null,
    environment_id text not null,
    ended_at double precision not null,
    started_at double precision not null,
    last_reported_at double precision not null,
    primary key (org_id, environment_id, ended_at),
    foreign key (org_id, environment_id) references environment
  );
  create index on environment_silence (org_id, environment_id, started_at);

  -- When verdicts stood by exceptions.
  create table exception_period (
    org_id text not null,
    environment_id text not null,
    started_at double precision not null,
    ended_at double precision,
    primary key (org_id, environment_id, started_at),
    foreign key (org_id, environment_id) references environment
  );

  -- The type stays the one it was reported with when the environment gets another.
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
    cause json,
    changed_count integer not null default 0,
    type text not null,
    carriers json,
    primary key (org_id, environment_id, index),
    foreign key (org_id, environment_id) references environment
  );
  create index on snapshot (org_id, environment_id, created_at);
  create index on snapshot (org_id, environment_id, state, index);
  create unique index on snapshot (org_id, environment_id, state, state_ordinal) nulls not distinct;
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

  -- Hashes of what runs, so that a report is compared by reading what differs alone.
  create table running_hash (
    org_id text not null,
    environment_id text not null,
    part text not null,
    artifacts text not null,
    details text,
    primary key (org_id, environment_id, part),
    foreign key (org_id, environment_id) references environment
  ) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);

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
  );

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
    cause json,
    primary key (org_id, environment_id, id),
    foreign key (org_id, environment_id) references environment
  ) ${appended};
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
    primary key (
      org_id, environment_id, flow_id, template_reference_name, snapshot_index, fingerprint),
    foreign key (org_id, environment_id) references environment,
    foreign key (org_id, flow_id) references flow,
    foreign key (org_id, artifact_id) references artifact
  );
  create index on deployment (org_id, environment_id, started_at);
  create index on deployment (org_id, fingerprint)`
