import { type Kysely, sql } from 'kysely'
import type { Template } from '#contract/template/template.ts'
import type { ReportedArtifact } from '#domain/trail/artifact-evidence.ts'
import type { ReportedAttestation } from '#domain/trail/attestation-slots.ts'
import { evaluateArtifactSlots } from '#domain/trail/evaluate-trail.ts'

const table = sql`
  create table artifact_state (
    org_id text not null,
    artifact_id text not null,
    flow_id text not null,
    state text check (state in ('COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE')),
    created_at double precision not null,
    primary key (org_id, artifact_id),
    foreign key (org_id, artifact_id) references artifact
  )`

const indexes = sql`
  create index on artifact_state (org_id, flow_id, created_at, artifact_id) include (state);
  create index on artifact_state (org_id, flow_id, state, created_at, artifact_id);
  create index on artifact (org_id, created_at, id);
  create index on artifact (org_id, flow_id, created_at, id);
  create index on artifact (org_id, fingerprint, flow_id, created_at, id)`

/** What a trail's status says of the artifacts that fill its slots. */
const fromTrails = sql`
  insert into artifact_state (org_id, artifact_id, flow_id, state, created_at)
  select artifact.org_id, artifact.id, artifact.flow_id, holder.state, artifact.created_at
  from artifact left join (
    select trail_status.org_id, slot.value ->> 'artifact_id' as artifact_id,
      slot.value ->> 'status' as state
    from trail_status, json_each(status -> 'artifacts_statuses') as slot
  ) as holder on holder.org_id = artifact.org_id and holder.artifact_id = artifact.id`

/** Trails with artifacts that a newer one of the same name took the slot from. */
const unjudged = sql<{ org_id: string; trail_id: string; template: Template }>`
  select distinct on (trail.org_id, trail.id)
    trail.org_id, trail.id as trail_id, template.document as template
  from artifact_state
  join artifact on artifact.org_id = artifact_state.org_id
    and artifact.id = artifact_state.artifact_id
  join trail on trail.org_id = artifact.org_id and trail.id = artifact.trail_id
  join template on template.org_id = trail.org_id and template.id = trail.template_id
  where artifact_state.state is null`

async function judge(database: Kysely<never>, org: string, trail: string, template: Template) {
  const artifacts = await sql<ReportedArtifact>`
    select id as artifact_id, fingerprint, template_reference_name, git_commit
    from artifact where org_id = ${org} and trail_id = ${trail}`.execute(database)
  const attestations = await sql<ReportedAttestation>`
    select attestation.id as attestation_id, attestation.name as attestation_name,
      attestation.type as attestation_type, attestation.is_compliant,
      attestation.fingerprint as artifact_fingerprint,
      substring(current_attestation.scope from '^target:([^@]*)@') as target_artifact,
      attestation.commit_sha as git_commit
    from current_attestation join attestation
      on attestation.org_id = current_attestation.org_id
      and attestation.id = current_attestation.attestation_id
    where current_attestation.org_id = ${org} and current_attestation.trail_id = ${trail}
  `.execute(database)
  const facts = { template, artifacts: artifacts.rows, attestations: attestations.rows }
  for (const [id, { state }] of evaluateArtifactSlots(facts)) {
    await sql`update artifact_state set state = ${state}
      where org_id = ${org} and artifact_id = ${id}`.execute(database)
  }
}

/** The state of each artifact in a table of its own, and the orders that artifacts are listed in. */
export async function up(database: Kysely<never>): Promise<void> {
  for (const statements of [table, fromTrails]) await statements.execute(database)
  const { rows } = await unjudged.execute(database)
  for (const { org_id, trail_id, template } of rows) {
    await judge(database, org_id, trail_id, template)
  }
  await indexes.execute(database)
}
