import { sql } from 'kysely'
import { appended, replaced } from './storage.ts'

/** Artifacts and attestations, and which attestations and decisions are the current ones. */
export const evidence = sql`
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
    override_ids text[] not null default '{}',
    primary key (org_id, artifact_id),
    foreign key (org_id, artifact_id) references artifact
  ) ${replaced};
  create index on artifact_state (org_id, flow_id, created_at, artifact_id) include (state);
  create index on artifact_state (org_id, flow_id, state, created_at, artifact_id);
  create index on artifact_state (org_id, created_at, artifact_id) include (flow_id, state);
  create index on artifact_state (org_id, created_at) where override_ids <> '{}';

  -- The control of a decision may not exist yet: no foreign key. The outcome of custom rules is
  -- computed once,
  -- on arrival. is_compliant is what counts; is_flipped says that overrides turned the report's own
  -- verdict.
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
  ) ${appended};
  create index on attestation (org_id, trail_id, name, id);
  create index on attestation (org_id, flow_id, fingerprint, name, id);
  create index on attestation (org_id, commit_sha);
  create index on attestation (org_id, flow_id, created_at, id) where not is_compliant;
  create index on attestation (org_id, created_at, id) include (flow_id, is_override);
  create index on attestation (org_id, flow_id, created_at, id)
    include (is_compliant, is_flipped, is_override);
  create index on attestation (org_id, flow_id, name, created_at, id)
    include (is_compliant, is_flipped, is_override);
  create index on attestation (org_id, flow_id, type, created_at, id)
    include (is_compliant, is_flipped, is_override);
  create index on attestation (org_id, flow_id, created_at, id)
    where is_compliant = is_flipped and not is_override;
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
  create index attestation_org_id_created_at_id_flow_id_idx1 on attestation (org_id, created_at, id)
    include (flow_id) where control is not null and not is_compliant;
  create index on attestation (org_id, flow_id, created_at, id)
    include (is_compliant, control) where control is not null;
  create index on attestation (org_id, fingerprint, created_at, id) where control is not null;
  create index on attestation (org_id, created_at, id) where is_override;
  create index on attestation (org_id, reported_by, created_at, id)
    include (flow_id, is_compliant);
  create index on attestation (org_id, evidence_sha256) where evidence_sha256 is not null;

  create table current_attestation (
    org_id text not null,
    trail_id text not null,
    scope text not null,
    name text collate "C" not null,
    attestation_id text not null,
    primary key (org_id, trail_id, scope, name),
    foreign key (org_id, attestation_id) references attestation
  ) ${replaced};

  create table current_decision (
    org_id text not null,
    trail_id text not null,
    control text collate "C" not null,
    scope text not null,
    attestation_id text not null,
    primary key (org_id, trail_id, control, scope),
    foreign key (org_id, attestation_id) references attestation
  )`

/**
 * Files of evidence, each once in an organization, and the bytes that each organization has. A file
 * that is being stored holds its space by a reservation, which its first row takes over.
 */
export const evidenceFiles = sql`
  create table evidence_file (
    org_id text not null,
    sha256 text collate "C" not null,
    size bigint not null,
    removed_at double precision,
    primary key (org_id, sha256)
  );
  create index on evidence_file (sha256);

  create table evidence_usage (
    org_id text primary key,
    bytes bigint not null
  );

  create table evidence_reservation (
    org_id text not null,
    id text collate "C" not null,
    sha256 text collate "C" not null,
    bytes bigint not null,
    reserved_at double precision not null,
    primary key (org_id, id)
  );

  -- Counted whoever inserts the rows. A report that names a file again waits for whoever is removing it,
  -- and takes its space again.
  create function count_evidence() returns trigger language plpgsql as $$
    begin
      insert into evidence_file (org_id, sha256, size)
        values (new.org_id, new.evidence_sha256, coalesce(new.evidence_size, 0))
        on conflict do nothing;
      if not found then
        perform from evidence_file where org_id = new.org_id and sha256 = new.evidence_sha256
          and removed_at is null for key share;
        if found then return null; end if;
        update evidence_file set removed_at = null
          where org_id = new.org_id and sha256 = new.evidence_sha256 and removed_at is not null;
        if not found then return null; end if;
      end if;
      delete from evidence_reservation where (org_id, id) = (
        select org_id, id from evidence_reservation
        where org_id = new.org_id and sha256 = new.evidence_sha256 limit 1);
      if not found then
        insert into evidence_usage as used (org_id, bytes)
          values (new.org_id, coalesce(new.evidence_size, 0))
          on conflict (org_id) do update set bytes = used.bytes + excluded.bytes;
      end if;
      return null;
    end $$;
  create trigger count_evidence after insert on attestation for each row
    when (new.evidence_sha256 is not null) execute function count_evidence()`
