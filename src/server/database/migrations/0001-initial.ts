import { type Kysely, sql } from 'kysely'

// Organizations, users with their keys and sessions, service accounts, spaces, and settings.
const organizations = sql`
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
    created_at double precision not null,
    last_seen_at double precision,
    disabled_at double precision,
    home_org_id text references organization
  );
  create table membership (
    org_id text not null references organization,
    user_id text not null references user_account,
    role text not null check (role in ('admin', 'member', 'snapshotter', 'reader')),
    created_at double precision not null,
    last_seen_at double precision,
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
    last_used_at double precision,
    grace_ends_at double precision,
    replaced_by text,
    last_address text,
    is_imported boolean not null default false
  );
  create index on api_key (user_id);
  create table session (
    hash bytea primary key,
    user_id text not null references user_account,
    created_at double precision not null,
    expires_at double precision not null,
    id text not null,
    user_agent text,
    address text,
    last_seen_at double precision not null,
    key_id text references api_key
  );
  create index on session (user_id, id);
  create table sign_in_token (
    hash bytea primary key,
    user_id text not null references user_account,
    created_at double precision not null,
    expires_at double precision not null,
    used_at double precision,
    org_id text references organization
  );
  create index on sign_in_token (user_id) where used_at is null;
  create table service_account (
    org_id text not null references organization,
    id text not null,
    name text collate "C" not null,
    description text not null,
    privilege text not null check (privilege in ('admin', 'member', 'snapshotter', 'reader')),
    created_at double precision not null,
    created_by text not null,
    created_by_id text not null,
    deleted_at double precision,
    responsible_id text not null,
    primary key (org_id, id)
  );
  create unique index on service_account (org_id, name) where deleted_at is null;
  create index on service_account (org_id, responsible_id);
  create table service_key (
    org_id text not null,
    id text not null,
    account_id text not null,
    hash bytea not null,
    description text not null,
    created_at double precision not null,
    created_by text not null,
    expires_at double precision,
    grace_ends_at double precision,
    replaced_by text,
    revoked_at double precision,
    last_used_at double precision,
    last_address text,
    responsible_id text not null,
    primary key (org_id, id),
    foreign key (org_id, account_id) references service_account
  );
  create unique index on service_key (id);
  create index on service_key (org_id, account_id, id);
  create index on service_key (org_id, responsible_id);
  create table service_key_use (
    org_id text not null,
    key_id text not null,
    day integer not null,
    count integer not null,
    primary key (org_id, key_id, day),
    foreign key (org_id, key_id) references service_key
  );
  create table space (
    org_id text not null references organization,
    id text not null,
    name text collate "C" not null,
    parent_id text,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, id),
    check (parent_id <> id),
    foreign key (org_id, parent_id) references space
  );
  create unique index on space (org_id, coalesce(parent_id, ''), name);
  create table organization_setting (
    org_id text not null references organization,
    section text not null,
    value jsonb not null,
    changed_at double precision,
    changed_by text,
    primary key (org_id, section)
  );
  create table secret_canary (
    is_only boolean primary key default true check (is_only),
    sealed bytea not null
  )`

// Flows with their templates, and repositories.
const flows = sql`
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
    space_id text,
    primary key (org_id, id),
    unique (org_id, name),
    foreign key (org_id, template_id) references template,
    foreign key (org_id, space_id) references space
  );
  create index on flow (org_id, space_id) where space_id is not null;
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
  -- Trails, artifacts and attestations name one without a foreign key: its check would lock one row for every report.
  create table repo (
    org_id text not null references organization,
    id text not null,
    provider text collate "C" not null,
    external_id text collate "C" not null,
    name text collate "C" not null,
    url text not null,
    description text not null,
    tags jsonb not null default '{}',
    created_at double precision not null,
    last_modified_at double precision not null,
    primary key (org_id, id),
    unique (org_id, provider, external_id)
  );
  create index on repo (org_id, name, id)`

// Trails with their events, their status now, and each change of it.
const trails = sql`
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
    repo_id text,
    primary key (org_id, id),
    unique (org_id, flow_id, name),
    foreign key (org_id, flow_id) references flow,
    foreign key (org_id, template_id) references template
  );
  create index on trail (org_id, created_at, id);
  create index on trail (org_id, flow_id, created_at, id);
  create index on trail (org_id, flow_id, last_modified_at);
  create index on trail (org_id, commit_sha);
  create index on trail (org_id, flow_id, created_at, id) where repo_id is not null;
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
  )`

// Artifacts and attestations, and which attestations and decisions are the current ones.
const evidence = sql`
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
    repo_id text,
    primary key (org_id, id),
    unique nulls not distinct (org_id, flow_id, trail_id, template_reference_name, fingerprint),
    foreign key (org_id, flow_id) references flow,
    foreign key (org_id, trail_id) references trail
  );
  create index on artifact (org_id, flow_id, fingerprint, created_at, id);
  create index on artifact (org_id, trail_id);
  create index on artifact (org_id, git_commit);
  create index on artifact (org_id, flow_id, created_at, id) where repo_id is not null;
  create index on artifact (org_id, repo_id, created_at, id);
  create index on artifact (org_id, created_at, id);
  create index on artifact (org_id, flow_id, created_at, id);
  create index on artifact (org_id, fingerprint, flow_id, created_at, id);
  create index on artifact (org_id, (repo_info ->> 'name')) where repo_id is null;
  create index on artifact (org_id, (repo_info ->> 'id')) where repo_id is null;
  create index artifact_short_name_idx on artifact (
    org_id, (lower(left(regexp_replace(filename, '^.*/', ''), 100)) collate "C"), created_at desc);
  -- The state is null for an artifact without a trail.
  create table artifact_state (
    org_id text not null,
    artifact_id text not null,
    flow_id text not null,
    state text check (state in ('COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE')),
    created_at double precision not null,
    primary key (org_id, artifact_id),
    foreign key (org_id, artifact_id) references artifact
  );
  create index on artifact_state (org_id, flow_id, created_at, artifact_id) include (state);
  create index on artifact_state (org_id, flow_id, state, created_at, artifact_id);
  create index on artifact_state (org_id, created_at, artifact_id) include (flow_id, state);
  -- Inserts alone rarely bring autovacuum to a large table, and index-only scans need pages it visited.
  -- The control of a decision may not exist yet: no foreign key. The outcome of custom rules is computed once,
  -- on arrival. is_compliant is what counts; is_flipped says that overrides turned the report's own verdict.
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
    repo_id text,
    control text collate "C",
    control_version integer,
    control_name text,
    outcome json,
    overridden_attestation_id text,
    is_flipped boolean not null default false,
    primary key (org_id, id),
    foreign key (org_id, flow_id) references flow,
    foreign key (org_id, trail_id) references trail
  ) with (autovacuum_vacuum_insert_scale_factor = 0.01);
  create index on attestation (org_id, trail_id, name, id);
  create index on attestation (org_id, flow_id, fingerprint, name, id);
  create index on attestation (org_id, commit_sha);
  create index on attestation (org_id, flow_id, created_at, id) where not is_compliant;
  create index on attestation (org_id, created_at, id) include (flow_id);
  create index on attestation (org_id, flow_id, created_at, id) include (is_compliant);
  create index on attestation (org_id, flow_id, name, created_at, id) include (is_compliant);
  create index on attestation (org_id, flow_id, type, created_at, id) include (is_compliant);
  create index on attestation (org_id, control, created_at, id)
    include (flow_id, is_compliant) where control is not null;
  create index on attestation (org_id, control, created_at, id)
    include (flow_id) where control is not null and not is_compliant;
  create index on attestation (org_id, flow_id, control, created_at, id)
    include (is_compliant) where control is not null;
  create index on attestation (org_id, control, fingerprint, created_at, id)
    where control is not null;
  create index on attestation (org_id, created_at, id)
    include (flow_id, is_compliant, control) where control is not null;
  create index on attestation (org_id, created_at, id)
    include (flow_id) where control is not null and not is_compliant;
  create index on attestation (org_id, flow_id, created_at, id)
    include (is_compliant, control) where control is not null;
  create index on attestation (org_id, fingerprint, created_at, id) where control is not null;
  create index on attestation (org_id, created_at, id) where is_override;
  create index on attestation (org_id, reported_by, created_at, id)
    include (flow_id, is_compliant);
  create table current_attestation (
    org_id text not null,
    trail_id text not null,
    scope text not null,
    name text collate "C" not null,
    attestation_id text not null,
    primary key (org_id, trail_id, scope, name),
    foreign key (org_id, attestation_id) references attestation
  );
  create table current_decision (
    org_id text not null,
    trail_id text not null,
    control text collate "C" not null,
    scope text not null,
    attestation_id text not null,
    primary key (org_id, trail_id, control, scope),
    foreign key (org_id, attestation_id) references attestation
  )`

// Rows counted by day, so that totals and deep pages cost the same at any size. A write adds a delta, which
// is folded into the counts later: writers never wait for each other at a counter.
const counters = sql`
  create table attestation_tally (
    org_id text not null references organization,
    flow_id text not null,
    day integer not null,
    name text collate "C" not null,
    type text not null,
    is_compliant boolean not null,
    count integer not null,
    reported_by text not null,
    primary key (org_id, flow_id, day, name, type, is_compliant, reported_by)
  );
  create table attestation_total (
    org_id text not null references organization,
    flow_id text not null,
    name text collate "C" not null,
    type text not null,
    is_compliant boolean not null,
    count integer not null,
    reported_by text not null,
    primary key (org_id, flow_id, name, type, is_compliant, reported_by)
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
    control text collate "C",
    reported_by text not null,
    primary key (org_id, flow_id, id)
  );
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
  )`

// Controls and custom attestation types, with their versions.
const controls = sql`
  create table control (
    org_id text not null references organization,
    identifier text collate "C" not null,
    name text not null,
    description text not null,
    links json not null,
    tags jsonb not null default '{}',
    version integer not null,
    archived_at double precision,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, identifier)
  );
  create table control_version (
    org_id text not null,
    identifier text collate "C" not null,
    version integer not null,
    event text not null check (event in ('created', 'edited', 'archived', 'unarchived')),
    name text not null,
    description text not null,
    links json not null,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, identifier, version),
    foreign key (org_id, identifier) references control
  );
  create table custom_type (
    org_id text not null references organization,
    name text collate "C" not null,
    description text not null,
    archived_at double precision,
    created_at double precision not null,
    created_by text not null,
    last_modified_at double precision not null,
    last_modified_by text not null,
    primary key (org_id, name)
  );
  create table custom_type_version (
    org_id text not null,
    name text collate "C" not null,
    version integer not null,
    type_schema json,
    draft text,
    rules json not null,
    summary json not null,
    comment text not null,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, name, version),
    check ((type_schema is null) = (draft is null)),
    foreign key (org_id, name) references custom_type
  )`

// Overrides: the facts (what they are about, new expiries, how they ended, requests and reviews), and what
// follows from them: the state of each now, and the register that is filtered and sorted by.
const overrides = sql`
  create table overridden (
    org_id text not null,
    attestation_id text not null,
    override_id text not null,
    is_whole boolean not null,
    primary key (org_id, attestation_id, override_id),
    foreign key (org_id, attestation_id) references attestation,
    foreign key (org_id, override_id) references attestation
  );
  create index on overridden (org_id, override_id);
  create table override_expiry (
    org_id text not null,
    id text not null,
    override_id text not null,
    expires_at double precision,
    reason text not null,
    set_at double precision not null,
    set_by text not null,
    set_by_id text not null,
    primary key (org_id, id),
    foreign key (org_id, override_id) references attestation
  );
  create index on override_expiry (org_id, override_id, id);
  create table override_end (
    org_id text not null,
    override_id text not null,
    kind text not null check (kind in ('expired', 'withdrawn', 'restored')),
    reason text not null,
    ended_at double precision not null,
    ended_by text not null,
    ended_by_id text not null,
    primary key (org_id, override_id),
    foreign key (org_id, override_id) references attestation
  );
  create table override_state (
    org_id text not null,
    override_id text not null,
    is_compliant boolean not null,
    created_by_id text not null,
    expires_at double precision,
    expires_by text,
    expires_by_id text,
    ended_at double precision,
    proposal_id text,
    approved_by text,
    primary key (org_id, override_id),
    foreign key (org_id, override_id) references attestation
  );
  create index on override_state (expires_at, org_id)
    where expires_at is not null and ended_at is null;
  create table override_proposal (
    org_id text not null,
    id text not null,
    flow_id text not null,
    trail_id text not null,
    name text collate "C" not null,
    type text not null,
    is_compliant boolean not null,
    fingerprint text,
    target_artifacts text[] not null,
    overridden_attestation_id text,
    payload json not null,
    expires_at double precision,
    has_usual_expiry boolean not null,
    effect json not null,
    requested_at double precision not null,
    requested_by text not null,
    requested_by_id text not null,
    decision text check (decision in ('approved', 'declined', 'withdrawn')),
    decided_at double precision,
    decided_by text,
    decided_by_id text,
    reason text,
    override_id text,
    primary key (org_id, id),
    check ((decision is null) = (decided_at is null)),
    check ((decision is not distinct from 'approved') = (override_id is not null)),
    foreign key (org_id, flow_id) references flow,
    foreign key (org_id, trail_id) references trail,
    foreign key (org_id, override_id) references attestation
  );
  create index on override_proposal (org_id, requested_at, id)
    where decision is distinct from 'approved';
  create table override_entry (
    org_id text not null,
    id text not null,
    is_request boolean not null,
    flow_id text not null,
    type text not null,
    is_compliant boolean not null,
    created_at double precision not null,
    created_by text not null,
    expires_at double precision,
    ended_at double precision,
    standing text not null
      check (standing in ('stands', 'expired', 'withdrawn', 'restored', 'requested', 'declined')),
    is_reviewed boolean not null default false,
    primary key (org_id, id),
    foreign key (org_id, flow_id) references flow
  );
  create index on override_entry (org_id, created_at, id);
  create index on override_entry (org_id, expires_at, id desc);
  create index on override_entry (org_id, ended_at) where not is_request;
  create table override_impact (
    org_id text not null,
    override_id text not null,
    environment_count integer not null,
    effect json not null,
    primary key (org_id, override_id),
    foreign key (org_id, override_id) references attestation
  );
  create table override_review (
    org_id text not null,
    id text not null,
    override_id text not null,
    comment text not null,
    reviewed_at double precision not null,
    reviewed_by text not null,
    primary key (org_id, id),
    foreign key (org_id, override_id) references attestation
  );
  create index on override_review (org_id, override_id, id)`

// Environments and what runs in them, as intervals of snapshots: `during` holds an interval with the
// environment's number above the index, so that one range index serves all environments.
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
    space_id text,
    primary key (org_id, id),
    unique (org_id, name),
    foreign key (org_id, space_id) references space
  );
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
    primary key (org_id, environment_id),
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
    primary key (
      org_id, environment_id, flow_id, template_reference_name, snapshot_index, fingerprint),
    foreign key (org_id, environment_id) references environment,
    foreign key (org_id, flow_id) references flow,
    foreign key (org_id, artifact_id) references artifact
  );
  create index on deployment (org_id, environment_id, started_at);
  create index on deployment (org_id, fingerprint)`

// Policies with their versions, where they are attached, what is allowed in spite of them, and the verdicts
// on what runs, as intervals of snapshots like what runs itself.
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
  create table allowed_artifact (
    org_id text not null,
    environment_id text not null,
    fingerprint text not null,
    name text not null,
    description text not null,
    created_at double precision not null,
    created_by text not null,
    expires_at double precision,
    expires_by text,
    expires_by_id text,
    primary key (org_id, environment_id, fingerprint),
    foreign key (org_id, environment_id) references environment
  );
  create index on allowed_artifact (expires_at, org_id) where expires_at is not null;
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
  create index on verdict (org_id, hash)`

// The re-evaluation queue: what may have changed verdicts, and the environments it was fanned out to.
const reevaluation = sql`
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
  );
  create table environment_queue (
    org_id text not null references organization,
    id bigint generated always as identity,
    environment_id text not null,
    fingerprint text,
    entry_id text not null,
    cause json not null,
    primary key (org_id, id)
  );
  create index on environment_queue (org_id, environment_id);
  create index on environment_queue (org_id, entry_id)`

// Notification rules with their targets, the outbox of environment events, and the deliveries made of them.
const notifications = sql`
  -- A deleted one stays: its number is never used again, and its deliveries still name it.
  create table notification (
    org_id text not null references organization,
    id text not null,
    number integer not null,
    name text collate "C" not null,
    triggers json not null,
    secret bytea not null,
    previous_secret bytea,
    previous_until double precision,
    created_at double precision not null,
    created_by text not null,
    last_modified_at double precision not null,
    last_modified_by text not null,
    deleted_at double precision,
    selector json,
    digest text not null default 'none',
    merge_seconds integer not null default 0,
    muted_until double precision,
    muted_by text,
    primary key (org_id, id),
    unique (org_id, number)
  );
  create unique index on notification (org_id, name) where deleted_at is null;
  create table notification_target (
    org_id text not null,
    id text not null,
    notification_id text not null,
    position integer not null,
    type text not null,
    address bytea not null,
    payload_version text,
    context json,
    last_success_at double precision,
    last_failure_at double precision,
    disabled_at double precision,
    leased_until double precision,
    lease text,
    removed_at double precision,
    failures_in_a_row integer not null default 0,
    probe_at double precision,
    primary key (org_id, id),
    foreign key (org_id, notification_id) references notification
  );
  create index on notification_target (org_id, notification_id) where removed_at is null;
  -- What a rule names and what its selector matches are told apart; a watch that is not told only detects flapping.
  create table notification_watch (
    org_id text not null,
    notification_id text not null,
    environment_id text not null,
    position integer not null,
    trigger text not null,
    is_named boolean not null default true,
    is_told boolean not null default true,
    primary key (org_id, notification_id, trigger, environment_id),
    foreign key (org_id, notification_id) references notification,
    foreign key (org_id, environment_id) references environment
  );
  create index on notification_watch (org_id, environment_id, trigger);
  -- A row for each change after which selectors may match other environments, until they are matched again.
  create table selection_stale (
    org_id text not null references organization,
    number bigint generated always as identity,
    primary key (org_id, number)
  );
  -- The outbox. The number orders the events of one environment, whose lock its writers hold.
  create table notification_event (
    org_id text not null,
    id text not null,
    number bigint generated always as identity,
    environment_id text not null,
    trigger text not null,
    recorded_at double precision not null,
    snapshot_index integer,
    snapshot_state boolean,
    name text,
    fingerprint text,
    was integer,
    now integer,
    payload json,
    told_at double precision,
    primary key (org_id, id),
    foreign key (org_id, environment_id) references environment
  );
  create index on notification_event (org_id, number) where told_at is null;
  create index on notification_event (org_id, environment_id, trigger, number);
  create index on notification_event (org_id, told_at) where payload is not null;
  -- Digests and tests carry their own payload; digest_id names the digest that took a message in.
  -- Waiting and last tried deliveries have indexes of their own, however long the log is.
  create table delivery (
    org_id text not null,
    id text not null,
    message_id text not null,
    kind text not null,
    target_id text not null,
    notification_id text not null,
    event_id text,
    number bigint not null,
    state text not null,
    attempt_count integer not null,
    created_at double precision not null,
    next_at double precision,
    payload json,
    digest_id text,
    requested_by text,
    primary key (org_id, id),
    foreign key (org_id, target_id) references notification_target,
    foreign key (org_id, event_id) references notification_event
  );
  create index on delivery (org_id, target_id, number)
    where state = 'waiting' and attempt_count = 0;
  create index on delivery (org_id, target_id, next_at)
    where state = 'waiting' and attempt_count > 0;
  create index on delivery (org_id, notification_id, id);
  create index on delivery (org_id, next_at) where state in ('held', 'gathering');
  create index on delivery (org_id, target_id, state)
    where state in ('waiting', 'held', 'gathering');
  create index on delivery (org_id, target_id, id) where attempt_count > 0;
  create index on delivery (org_id, digest_id) where digest_id is not null;
  create index on delivery (org_id, notification_id, state, id) include (created_at);
  create index on delivery (org_id, created_at)
    where payload is not null and state in ('delivered', 'failed');
  create table delivery_attempt (
    org_id text not null,
    delivery_id text not null,
    number integer not null,
    at double precision not null,
    duration_ms integer not null,
    status integer,
    response text,
    error text,
    primary key (org_id, delivery_id, number),
    foreign key (org_id, delivery_id) references delivery
  );
  create index on delivery_attempt (org_id, at) where response is not null;
  -- Outcomes by day and target: workers that send to different targets never wait for each other.
  create table delivery_day (
    org_id text not null,
    notification_id text not null,
    day double precision not null,
    target_id text not null,
    delivered integer not null,
    failed integer not null,
    primary key (org_id, notification_id, day, target_id),
    foreign key (org_id, target_id) references notification_target
  )`

// Preferences of people: how pages open, environments they snoozed, saved views.
const personal = sql`
  create table preference (
    org_id text not null references organization,
    user_id text not null references user_account,
    page text not null,
    search text not null,
    primary key (org_id, user_id, page)
  );
  create table snooze (
    org_id text not null,
    user_id text not null references user_account,
    environment_id text not null,
    since double precision not null,
    snapshot_index integer not null,
    snoozed_at double precision not null,
    primary key (org_id, user_id, environment_id),
    foreign key (org_id, environment_id) references environment
  );
  create table saved_view (
    org_id text not null references organization,
    id text not null,
    user_id text references user_account,
    page text not null,
    name text collate "C" not null,
    search text not null,
    is_default boolean not null,
    created_at double precision not null,
    created_by text not null,
    primary key (org_id, id)
  );
  create unique index on saved_view (org_id, coalesce(user_id, ''), page, name);
  create unique index on saved_view (org_id, coalesce(user_id, ''), page) where is_default`

// The audit log: entries, those that wait to be sealed, and the sealed hash chain; refusals while they are
// counted, and answers to requests with an Idempotency-Key.
const auditLog = sql`
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
    address text,
    result text,
    key_label text,
    request_id text,
    before text,
    primary key (org_id, id)
  );
  create index on record (org_id, id)
    where kind in ('member_added', 'member_changed', 'member_removed');
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
    recorded_at double precision not null,
    day integer not null generated always as (floor(recorded_at / 86400)::integer) stored,
    actor text collate "C" not null,
    key_label text collate "C",
    kind text collate "C" not null,
    object_type text collate "C",
    object text collate "C",
    result text not null,
    primary key (org_id, seq),
    unique (org_id, record_id),
    foreign key (org_id, record_id) references record
  );
  create index on record_seal (org_id, day, seq) include (recorded_at);
  create index on record_seal (org_id, actor, seq);
  create index on record_seal (org_id, key_label, seq) where key_label is not null;
  create index on record_seal (org_id, kind, seq);
  create index on record_seal (org_id, object_type, seq) where object_type is not null;
  create index on record_seal (org_id, object, seq) where object is not null;
  create index on record_seal (org_id, result, seq) where result <> 'accepted';
  create table refusal (
    org_id text not null references organization,
    actor text not null,
    kind text not null,
    route text not null,
    minute bigint not null,
    times integer not null,
    told json not null,
    primary key (org_id, actor, kind, route, minute)
  );
  create table idempotency_key (
    org_id text not null references organization,
    user_id text not null,
    key text collate "C" not null,
    request_hash bytea not null,
    status smallint,
    body text,
    created_at double precision not null,
    primary key (org_id, user_id, key)
  );
  create index on idempotency_key (created_at)`

// Nobody changes the audit log, whatever the code says.
const appendOnly = sql`
  create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% is append-only: % is refused', tg_table_name, tg_op
        using errcode = 'restrict_violation';
    end $$;
  create trigger append_only before update or delete or truncate on record
    for each statement execute function refuse_change();
  create trigger append_only before update or delete or truncate on record_seal
    for each statement execute function refuse_change()`

/** The schema of the first release. */
export async function up(database: Kysely<never>): Promise<void> {
  const parts = [
    organizations,
    flows,
    trails,
    evidence,
    counters,
    controls,
    overrides,
    environments,
    policies,
    reevaluation,
    notifications,
    personal,
    auditLog,
    appendOnly,
  ]
  for (const statements of parts) await statements.execute(database)
}
