import { sql } from 'kysely'
import { passing } from './storage.ts'

/**
 * Rows counted by day, so that totals and deep pages cost the same at any size. A write adds a
 * delta, which is folded into the counts later: writers never wait for each other at a counter.
 */
export const counters = sql`
  create table attestation_tally (
    org_id text not null references organization,
    flow_id text not null,
    day integer not null,
    name text collate "C" not null,
    type text not null,
    is_compliant boolean not null,
    is_flipped boolean not null default false,
    is_override boolean not null default false,
    count integer not null,
    reported_by text not null,
    primary key
      (org_id, flow_id, day, name, type, is_compliant, is_flipped, is_override, reported_by)
  );

  create table attestation_total (
    org_id text not null references organization,
    flow_id text not null,
    name text collate "C" not null,
    type text not null,
    is_compliant boolean not null,
    is_flipped boolean not null default false,
    is_override boolean not null default false,
    count integer not null,
    reported_by text not null,
    primary key
      (org_id, flow_id, name, type, is_compliant, is_flipped, is_override, reported_by)
  );

  create table attestation_delta (
    org_id text not null references organization,
    id text not null,
    flow_id text not null,
    day integer not null,
    name text collate "C" not null,
    type text not null,
    is_compliant boolean not null,
    is_flipped boolean not null default false,
    is_override boolean not null default false,
    amount integer not null,
    control text collate "C",
    reported_by text not null,
    primary key (org_id, flow_id, id)
  ) ${passing};

  create table decision_tally (
    org_id text not null references organization,
    flow_id text not null,
    control text collate "C" not null,
    day integer not null,
    is_compliant boolean not null,
    count integer not null,
    primary key (org_id, flow_id, control, day, is_compliant)
  );

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
  ) ${passing};

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
  ) ${passing};

  -- Calls of a minute in all processes, for limits; a crash of the database may lose them.
  create unlogged table call_count (
    key text collate "C" not null,
    minute integer not null,
    count integer not null,
    primary key (key, minute)
  )`
