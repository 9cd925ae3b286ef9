import { sql } from 'kysely'
import { passing } from './storage.ts'

/**
 * Policies with their versions, where they are attached, what is allowed in spite of them, and the
 * verdicts on what runs, as intervals of snapshots like what runs itself.
 */
export const policies = sql`
  create table policy (
    org_id text not null references organization,
    id text not null,
    name text collate "C" not null,
    description text not null,
    archived_at double precision,
    created_at double precision not null,
    created_by text not null,
    last_modified_at double precision not null,
    primary key (org_id, id),
    unique (org_id, name)
  );

  create table policy_version (
    org_id text not null,
    policy_id text not null,
    version integer not null,
    content text not null,
    document json not null,
    comment text not null,
    created_at double precision not null,
    created_by text not null,
    created_by_id text,
    primary key (org_id, policy_id, version),
    foreign key (org_id, policy_id) references policy
  );

  create table policy_attachment (
    org_id text not null,
    environment_id text not null,
    policy_id text not null,
    attached_at double precision not null,
    attached_by text not null,
    primary key (org_id, environment_id, policy_id),
    foreign key (org_id, environment_id) references environment,
    foreign key (org_id, policy_id) references policy
  );
  create index on policy_attachment (org_id, policy_id);

  create table applied_policy (
    org_id text not null,
    environment_id text not null,
    policy_id text not null,
    version integer not null,
    from_index integer not null,
    to_index integer,
    primary key (org_id, environment_id, policy_id, from_index),
    foreign key (org_id, environment_id) references environment,
    foreign key (org_id, policy_id, version) references policy_version
  );
  create index on applied_policy (org_id, policy_id) where to_index is null;

  -- Entries that wait for approval or have ended are here, too: at most one of a fingerprint is in force.
  create table allowed_artifact (
    org_id text not null,
    id text not null,
    environment_id text not null,
    fingerprint text not null,
    name text not null,
    description text not null,
    created_at double precision not null,
    created_by text not null,
    created_by_id text,
    expires_at double precision,
    expires_by text,
    expires_by_id text,
    standing text not null check (standing in
      ('stands', 'requested', 'declined', 'withdrawn', 'restored', 'expired')),
    has_usual_expiry boolean not null,
    approved_by text,
    ended_at double precision,
    ended_by text,
    primary key (org_id, id),
    foreign key (org_id, environment_id) references environment
  );
  create unique index on allowed_artifact (org_id, environment_id, fingerprint, standing)
    where standing in ('stands', 'requested');
  create index on allowed_artifact (expires_at, org_id)
    where expires_at is not null and standing = 'stands';
  create index on allowed_artifact (org_id, standing, expires_at, created_at desc, id desc);

  create table verdict_tree (
    org_id text not null references organization,
    hash text not null,
    policies json not null,
    primary key (org_id, hash)
  );

  create table verdict (
    org_id text not null,
    environment_id text not null,
    environment_number bigint not null,
    name text collate "C" not null,
    fingerprint text not null,
    from_index integer not null,
    to_index integer,
    compliant boolean not null,
    reason text not null,
    failing_policy_ids text[] not null,
    places json not null,
    hash text not null,
    tree_hash text not null,
    evaluated_at double precision not null,
    carriers json,
    during int8range not null generated always as (int8range(
      environment_number * 4294967296 + from_index,
      environment_number * 4294967296 + coalesce(to_index, 4294967295))) stored,
    primary key (org_id, environment_id, name, fingerprint, from_index),
    foreign key (org_id, environment_id) references environment,
    foreign key (org_id, tree_hash) references verdict_tree
  );
  create index on verdict using gist (during);
  create index on verdict (org_id, environment_id, fingerprint) where to_index is null;
  create index on verdict (org_id, hash)`

/**
 * The re-evaluation queue: what may have changed verdicts, and the environments it was fanned out
 * to.
 */
export const reevaluation = sql`
  create table reevaluation_queue (
    org_id text not null references organization,
    id text not null,
    fingerprint text,
    environment_id text,
    snapshot_index integer,
    trail_id text,
    flow_id text,
    policy_id text,
    cause json,
    primary key (org_id, id)
  ) ${passing};

  create sequence environment_queue_id as bigint;
  create table environment_queue (
    org_id text not null references organization,
    id bigint not null default nextval('environment_queue_id'),
    environment_id text not null,
    fingerprint text,
    entry_id text not null,
    cause json not null,
    primary key (org_id, id)
  ) ${passing};
  alter sequence environment_queue_id owned by environment_queue.id;
  create index on environment_queue (org_id, environment_id);
  create index on environment_queue (org_id, entry_id)`
