import { type Kysely, sql } from 'kysely'

const register = sql`
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
  create index on override_entry (org_id, ended_at) where not is_request`

const backfill = sql`
  insert into override_entry
    select attestation.org_id, attestation.id, false, flow_id, type, attestation.is_compliant,
      created_at, reported_by, expires_at, override_state.ended_at,
      coalesce(override_end.kind, 'stands'), exists (
        select from override_review as look
        where look.org_id = attestation.org_id and look.override_id = attestation.id)
    from attestation
    join override_state on override_state.org_id = attestation.org_id
      and override_state.override_id = attestation.id
    left join override_end on override_end.org_id = attestation.org_id
      and override_end.override_id = attestation.id
    where is_override;
  insert into override_entry
    select org_id, id, true, flow_id, type, is_compliant, requested_at, requested_by, expires_at,
      decided_at, coalesce(decision, 'requested'), false
    from override_proposal where decision is distinct from 'approved'`

/** The register of overrides and of requests for them, by what it is filtered and sorted by. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [register, backfill]) await statements.execute(database)
}
