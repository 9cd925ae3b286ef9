import { type Kysely, sql } from 'kysely'

const policies = sql`
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
  create table allowed_artifact (
    org_id text not null,
    environment_id text not null,
    fingerprint text not null,
    name text not null,
    description text not null,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, environment_id, fingerprint),
    foreign key (org_id, environment_id) references environment
  )`

const verdicts = sql`
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
    during int8range not null generated always as (int8range(
      environment_number * 4294967296 + from_index,
      environment_number * 4294967296 + coalesce(to_index, 4294967295))) stored,
    primary key (org_id, environment_id, name, fingerprint, from_index),
    foreign key (org_id, environment_id) references environment,
    foreign key (org_id, tree_hash) references verdict_tree
  );
  create index on verdict using gist (during);
  create index on verdict (org_id, environment_id, fingerprint) where to_index is null;
  create index on verdict (org_id, hash);
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
  alter table environment_state
    add column is_judged boolean not null default false,
    add column non_compliant_count integer not null default 0;
  alter table snapshot
    add column cause json,
    add column changed_count integer not null default 0;
  alter table environment_event add column cause json`

const waiting = sql`
  alter table dirty
    add column trail_id text,
    add column flow_id text,
    add column policy_id text,
    add column cause json;
  create table dirty_environment (
    org_id text not null references organization,
    id bigint generated always as identity,
    environment_id text not null,
    fingerprint text,
    dirty_id text not null,
    cause json not null,
    primary key (org_id, id)
  );
  create index on dirty_environment (org_id, environment_id);
  create index on dirty_environment (org_id, dirty_id)`

/**
 * Policies with their versions, where they are attached, what is allowed in spite of them, and the
 * verdicts on what runs: as intervals of snapshots, like what runs itself.
 */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [policies, verdicts, waiting]) await statements.execute(database)
}
