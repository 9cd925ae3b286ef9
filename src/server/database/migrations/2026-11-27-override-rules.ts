import { type Kysely, sql } from 'kysely'

const settings = sql`
  create table organization_setting (
    org_id text not null references organization,
    section text not null,
    value jsonb not null,
    changed_at double precision,
    changed_by text,
    primary key (org_id, section)
  )`

// What requests become is noted once: it is a fact, as the request is.
const proposals = sql`
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
  alter table override_state add column proposal_id text, add column approved_by text`

// What counts of reports, by which they are listed and counted; what they said is told by the flip.
const verdicts = sql`
  alter table attestation add column is_flipped boolean not null default false;
  create temporary table flip on commit drop as
    select org_id, id, flow_id, name, type, is_compliant, created_at
    from attestation join (
      select distinct on (org_id, attestation_id) org_id, attestation_id as id,
        override_state.is_compliant as now
      from overridden join override_state using (org_id, override_id)
      where is_whole and ended_at is null
      order by org_id, attestation_id, override_id desc) as standing using (org_id, id)
    where is_compliant <> now;
  update attestation set is_compliant = not attestation.is_compliant, is_flipped = true
    from flip where attestation.org_id = flip.org_id and attestation.id = flip.id;
  insert into attestation_delta (org_id, id, flow_id, day, name, type, is_compliant, amount)
    select org_id, 'flip-' || id || amount, flow_id, floor(created_at / 86400)::integer, name, type,
      is_compliant = (amount < 0), amount
    from flip cross join (values (-1), (1)) as change(amount);
  drop table flip`

const looks = sql`
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

/** Settings of organizations; requests for overrides, what they flipped, and who looked them over. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [settings, proposals, verdicts, looks])
    await statements.execute(database)
}
