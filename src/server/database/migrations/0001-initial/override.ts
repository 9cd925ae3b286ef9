import { sql } from 'kysely'

/**
 * Overrides: the facts (what they are about, new expiries, how they ended, requests and reviews),
 * and what follows from them: the state of each now, and the register that is filtered and sorted
 * by.
 */
export const overrides = sql`
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
  create index on override_entry (org_id, standing, expires_at, created_at desc, id desc);

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
  create index on override_review (org_id, override_id, id);

  -- Of exceptions of every kind: kept, shortened or ended, with a reason.
  create table exception_review (
    org_id text not null references organization,
    id text not null,
    kind text not null check (kind in ('override', 'allow_list', 'policy')),
    exception_id text not null,
    name text not null,
    place text not null,
    outcome text not null check (outcome in ('kept', 'shortened', 'ended')),
    reason text not null,
    reviewed_at double precision not null,
    reviewed_by text not null,
    reviewed_by_id text not null,
    primary key (org_id, id)
  );
  create index on exception_review (org_id, exception_id, id);
  create index on exception_review (org_id, reviewed_at)`
