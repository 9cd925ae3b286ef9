import { sql } from 'kysely'
import { appended, replaced } from './storage.ts'

/** Flows with their templates, and repositories. */
export const flows = sql`
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

  -- When trails of a flow last changed: an index on that time would be written to by every report.
  create table flow_activity (
    org_id text not null,
    flow_id text not null,
    at double precision not null,
    primary key (org_id, flow_id),
    foreign key (org_id, flow_id) references flow
  ) with (fillfactor = 50);

  -- Trails, artifacts and attestations name one without a foreign key: its check would lock one row
  -- for every report.
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

/** Trails with their events, their status now, and each change of it. */
export const trails = sql`
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
  ) ${replaced};
  create index on trail (org_id, created_at, id);
  create index on trail (org_id, flow_id, created_at, id);
  create index on trail (org_id, commit_sha);
  create index on trail (org_id, flow_id, created_at, id) where repo_id is not null;
  create index trail_name_idx on trail (org_id, lower(name), created_at desc);
  create index trail_last_part_idx on trail (
    org_id, lower(regexp_replace(name, '^.*[-._~]', '')), created_at desc);

  create table trail_event (
    org_id text not null,
    id text not null,
    trail_id text not null,
    type text not null,
    recorded_at double precision not null,
    body json not null,
    primary key (org_id, trail_id, id),
    foreign key (org_id, trail_id) references trail
  ) ${appended};

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
    override_count integer not null default 0,
    primary key (org_id, trail_id),
    foreign key (org_id, trail_id) references trail
  ) ${replaced};
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
