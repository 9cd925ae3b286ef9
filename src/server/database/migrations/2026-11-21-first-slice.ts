import { type Kysely, sql } from 'kysely'

const accounts = sql`
  create table organization (
    id text primary key,
    name text collate "C" not null unique,
    kind text not null check (kind in ('personal', 'shared')),
    created_at double precision not null
  );
  create table user_account (
    id text primary key,
    name text collate "C" not null unique,
    email text,
    default_org_id text references organization,
    created_at double precision not null
  );
  create table membership (
    org_id text not null references organization,
    user_id text not null references user_account,
    role text not null check (role in ('admin', 'member', 'snapshotter', 'reader')),
    created_at double precision not null,
    primary key (org_id, user_id)
  );
  create index on membership (user_id);
  create table api_key (
    id text primary key,
    user_id text not null references user_account,
    hash bytea not null unique,
    description text not null,
    created_at double precision not null,
    expires_at double precision,
    revoked_at double precision,
    last_used_at double precision
  );
  create index on api_key (user_id);
  create table session (
    hash bytea primary key,
    user_id text not null references user_account,
    created_at double precision not null,
    expires_at double precision not null
  );
  create table sign_in_token (
    hash bytea primary key,
    user_id text not null references user_account,
    created_at double precision not null,
    expires_at double precision not null,
    used_at double precision
  )`

const evidence = sql`
  create table template (
    org_id text not null references organization,
    id text not null,
    sha256 bytea not null,
    content text,
    names json,
    document json not null,
    created_at double precision not null,
    primary key (org_id, id),
    unique (org_id, sha256)
  );
  create table flow (
    org_id text not null references organization,
    id text not null,
    name text collate "C" not null,
    description text not null,
    visibility text not null check (visibility in ('public', 'private')),
    tags jsonb not null default '{}',
    template_id text not null,
    archived_at double precision,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, id),
    unique (org_id, name),
    foreign key (org_id, template_id) references template
  );
  create table flow_template (
    org_id text not null,
    flow_id text not null,
    version integer not null,
    template_id text not null,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, flow_id, version),
    foreign key (org_id, flow_id) references flow,
    foreign key (org_id, template_id) references template
  );
  create table trail (
    org_id text not null,
    id text not null,
    flow_id text not null,
    name text collate "C" not null,
    description text not null,
    origin_url text not null,
    git_commit_info json,
    repo_info json,
    external_urls json,
    user_data json not null,
    commit_sha text,
    template_id text not null,
    created_at double precision not null,
    created_by text not null,
    last_modified_at double precision not null,
    primary key (org_id, id),
    unique (org_id, flow_id, name),
    foreign key (org_id, flow_id) references flow,
    foreign key (org_id, template_id) references template
  );
  create index on trail (org_id, created_at, id);
  create index on trail (org_id, flow_id, created_at, id);
  create index on trail (org_id, flow_id, last_modified_at);
  create index on trail (org_id, commit_sha);
  create table trail_event (
    org_id text not null,
    id text not null,
    trail_id text not null,
    type text not null,
    recorded_at double precision not null,
    body json not null,
    primary key (org_id, trail_id, id),
    foreign key (org_id, trail_id) references trail
  );
  create table trail_status (
    org_id text not null,
    trail_id text not null,
    flow_id text not null,
    state text not null check (state in ('COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE')),
    status json not null,
    artifact_count integer not null,
    present_count integer not null,
    expected_count integer not null,
    evaluated_at double precision not null,
    primary key (org_id, trail_id),
    foreign key (org_id, trail_id) references trail
  );
  create index on trail_status (org_id, flow_id, state);
  create table trail_verdict (
    org_id text not null,
    trail_id text not null,
    event_id text not null,
    state text not null,
    recorded_at double precision not null,
    primary key (org_id, trail_id, event_id),
    foreign key (org_id, trail_id) references trail
  );
  create table artifact (
    org_id text not null,
    id text not null,
    flow_id text not null,
    trail_id text,
    fingerprint text collate "C" not null,
    filename text not null,
    template_reference_name text,
    git_commit text collate "C" not null,
    git_commit_info json,
    repo_info json,
    build_url text not null,
    commit_url text not null,
    repo_url text not null,
    external_urls json,
    annotations json,
    commits_list json,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, id),
    unique nulls not distinct (org_id, flow_id, trail_id, template_reference_name, fingerprint),
    foreign key (org_id, flow_id) references flow,
    foreign key (org_id, trail_id) references trail
  );
  create index on artifact (org_id, flow_id, fingerprint, created_at, id);
  create index on artifact (org_id, trail_id);
  create index on artifact (org_id, git_commit);
  create table attestation (
    org_id text not null,
    id text not null,
    flow_id text not null,
    trail_id text not null,
    name text collate "C" not null,
    type text not null,
    is_compliant boolean not null,
    is_override boolean not null default false,
    fingerprint text,
    target_artifacts text[] not null,
    commit_sha text,
    payload json not null,
    evidence_sha256 text,
    evidence_name text,
    evidence_size integer,
    created_at double precision not null,
    reported_by text not null,
    primary key (org_id, id),
    foreign key (org_id, flow_id) references flow,
    foreign key (org_id, trail_id) references trail
  );
  create index on attestation (org_id, created_at, id);
  create index on attestation (org_id, flow_id, created_at, id);
  create index on attestation (org_id, trail_id, name, id);
  create index on attestation (org_id, flow_id, fingerprint, name, id);
  create index on attestation (org_id, commit_sha);
  create table current_attestation (
    org_id text not null,
    trail_id text not null,
    scope text not null,
    name text collate "C" not null,
    attestation_id text not null,
    primary key (org_id, trail_id, scope, name),
    foreign key (org_id, attestation_id) references attestation
  )`

const log = sql`
  create table record (
    org_id text not null references organization,
    id text not null,
    actor text not null,
    key_id text,
    kind text not null,
    subject json not null,
    body text not null,
    hash bytea not null,
    recorded_at double precision not null,
    primary key (org_id, id)
  );
  create table record_pending (
    org_id text not null,
    record_id text not null,
    xid xid8 not null default pg_current_xact_id(),
    primary key (org_id, record_id),
    foreign key (org_id, record_id) references record
  );
  create index on record_pending (xid, record_id);
  create table record_seal (
    org_id text not null,
    seq bigint not null,
    record_id text not null,
    prev_hash bytea not null,
    hash bytea not null,
    primary key (org_id, seq),
    unique (org_id, record_id),
    foreign key (org_id, record_id) references record
  )`

/** Accounts, evidence up to trails and attestations, and the sealed log. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [accounts, evidence, log]) await statements.execute(database)
}
