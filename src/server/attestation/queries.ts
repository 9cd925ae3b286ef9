import { type Insertable, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Subject } from '#domain/override.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { beforePlace, type PageOf, type Place, takePage } from '../database/paging.ts'
import { reportedVerdict } from '../database/reported.ts'
import type { Tables } from '../database/tables.ts'

type NewAttestation = Omit<Insertable<Tables['attestation']>, 'org_id'>

/** Appends an attestation, once it is run. */
export function insertAttestation(org: OrgDatabase, row: NewAttestation) {
  return org.insertInto('attestation', row)
}

/** What an attestation is about, as evidence is put into scopes. */
export type Scope = Subject

/** A scope as a text, equal for equal ones. */
export const scopeKey = (scope: Scope) =>
  scope.kind === 'trail'
    ? ''
    : scope.kind === 'artifact'
      ? `artifact:${scope.fingerprint}`
      : `target:${scope.name}@${scope.commit}`

/**
 * Makes an attestation the current one of its name in some scopes, once it is run; with the trail
 * locked.
 */
export function makeCurrent(
  org: OrgDatabase,
  current: { trail_id: string; name: string; attestation_id: string },
  scopes: readonly Scope[],
) {
  const rows = scopes.map((scope) => ({ ...current, scope: scopeKey(scope) }))
  return org
    .insertInto('current_attestation', rows)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'trail_id', 'scope', 'name'])
        .doUpdateSet({ attestation_id: current.attestation_id }),
    )
}

/** Takes what counted of a name out of some scopes, once it is run: nothing is left there. */
export function makeNoneCurrent(
  org: OrgDatabase,
  of: { trail_id: string; name: string },
  scopes: readonly Scope[],
) {
  return org
    .deleteFrom('current_attestation')
    .where('current_attestation.trail_id', '=', of.trail_id)
    .where('current_attestation.name', '=', of.name)
    .where(sql<boolean>`current_attestation.scope = any(${scopes.map(scopeKey)})`)
}

/** Makes a decision the newest about its control in some scopes, once it is run; as above. */
export function makeNewestDecision(
  org: OrgDatabase,
  newest: { trail_id: string; control: string; attestation_id: string },
  scopes: readonly Scope[],
) {
  const rows = scopes.map((scope) => ({ ...newest, scope: scopeKey(scope) }))
  return org
    .insertInto('current_decision', rows)
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'trail_id', 'control', 'scope'])
        .doUpdateSet({ attestation_id: newest.attestation_id }),
    )
}

/** The current attestations of some trails, one row for each scope they stand in; once it is run. */
export function currentOfTrails(org: OrgDatabase, trailIds: readonly string[]) {
  return org
    .selectFrom('current_attestation')
    .innerJoin('attestation', (join) =>
      join
        .onRef('attestation.org_id', '=', 'current_attestation.org_id')
        .onRef('attestation.id', '=', 'current_attestation.attestation_id'),
    )
    .select([
      'current_attestation.trail_id',
      'attestation.id',
      'attestation.name',
      'attestation.type',
      reportedVerdict().as('is_compliant'),
      'attestation.fingerprint',
      'attestation.commit_sha',
      'attestation.overridden_attestation_id',
      'attestation.is_override',
      sql<string | null>`substring(current_attestation.scope from '^target:([^@]*)@')`.as('target'),
    ])
    .where(sql<boolean>`current_attestation.trail_id = any(${trailIds})`)
}

/** What is read of an attestation. */
export const ownColumns = [
  'attestation.id',
  'attestation.flow_id',
  'attestation.trail_id',
  'attestation.name',
  'attestation.type',
  'attestation.is_compliant',
  'attestation.is_flipped',
  'attestation.is_override',
  'attestation.overridden_attestation_id',
  'attestation.fingerprint',
  'attestation.commit_sha',
  'attestation.payload',
  'attestation.evidence_sha256',
  'attestation.evidence_name',
  'attestation.evidence_size',
  'attestation.created_at',
  'attestation.reported_by',
  'attestation.control_version',
  'attestation.control_name',
  'attestation.outcome',
] as const

type Chosen = SelectQueryBuilder<
  Tables,
  'attestation',
  Pick<
    Selectable<Tables['attestation']>,
    (typeof ownColumns)[number] extends `attestation.${infer Column}`
      ? Column & keyof Tables['attestation']
      : never
  >
>

/** The newest override of an attestation that has not ended, where it is about all of it. */
const overriding = (org: OrgDatabase) => sql<{ id: string; is_compliant: boolean } | null>`(
  select json_build_object('id', override_id, 'is_compliant', override_state.is_compliant)
  from overridden join override_state using (org_id, override_id)
  where org_id = ${org.orgId} and overridden.attestation_id = attestation.id
    and is_whole and ended_at is null
  order by override_id desc limit 1)`

/** The commit that an attestation belongs to (wire.md 11.2). */
const gitCommit = (org: OrgDatabase) => sql<string | null>`coalesce(
  attestation.commit_sha,
  case when attestation.fingerprint is not null then (
    select git_commit from artifact
    where org_id = ${org.orgId} and artifact.trail_id = attestation.trail_id
      and artifact.fingerprint = attestation.fingerprint limit 1)
  else trail.commit_sha end)`

/** What stands of an override. */
const standing = (org: OrgDatabase) => sql<{
  approved_by: string | null
  expires_at: number | null
  ended_at: number | null
} | null>`(
  select json_build_object('approved_by', approved_by, 'expires_at', expires_at,
    'ended_at', ended_at)
  from override_state where org_id = ${org.orgId} and attestation.is_override
    and override_id = attestation.id)`

/**
 * Chosen attestations with the names of their flow and trail, newest first. They are chosen before
 * the names are joined, so that a page costs a page however large the tables are.
 */
export function withNames(org: OrgDatabase, chosen: Chosen) {
  return org
    .selectFrom('flow')
    .innerJoin(chosen.as('attestation'), (join) =>
      join.onRef('attestation.flow_id', '=', 'flow.id'),
    )
    .innerJoin('trail', (join) =>
      join.onRef('trail.org_id', '=', 'flow.org_id').onRef('trail.id', '=', 'attestation.trail_id'),
    )
    .selectAll('attestation')
    .select(['flow.name as flow_name', 'trail.name as trail_name'])
    .select([overriding(org).as('overriding'), standing(org).as('standing')])
    .select(gitCommit(org).as('git_commit'))
    .orderBy('attestation.created_at', 'desc')
    .orderBy('attestation.id', 'desc')
}

export type AttestationRow = Awaited<ReturnType<typeof listOnTrail>>[number]

/** A trail's attestations of one name, newest first. */
export function listOnTrail(org: OrgDatabase, trailId: string, name: string) {
  const chosen = org
    .selectFrom('attestation')
    .select(ownColumns)
    .where('attestation.trail_id', '=', trailId)
    .where('attestation.name', '=', name)
  return withNames(org, chosen).execute()
}

/** An artifact's attestations of one name in a flow, those made for it before it was built too. */
export function listOnArtifact(
  org: OrgDatabase,
  flowId: string,
  fingerprint: string,
  name: string,
) {
  const chosen = org
    .selectFrom('attestation')
    .select(ownColumns)
    .where('attestation.flow_id', '=', flowId)
    .where('attestation.name', '=', name)
    .where((where) =>
      where.or([
        where('attestation.fingerprint', '=', fingerprint),
        where.exists(
          where
            .selectFrom('artifact')
            .select('artifact.id')
            .whereRef('artifact.org_id', '=', 'attestation.org_id')
            .whereRef('artifact.trail_id', '=', 'attestation.trail_id')
            .where('artifact.fingerprint', '=', fingerprint)
            .where('attestation.fingerprint', 'is', null)
            // Equal, or one the short form of the other (wire.md 4).
            .where(
              sql<boolean>`(starts_with(artifact.git_commit, attestation.commit_sha) or starts_with(attestation.commit_sha, artifact.git_commit))`,
            )
            .where(
              sql<boolean>`artifact.template_reference_name = any(attestation.target_artifacts)`,
            ),
        ),
      ]),
    )
  return withNames(org, chosen).execute()
}

/** A trail's attestations of every name, newest first: those after a place, in batches. */
export function listAfter(org: OrgDatabase, trailId: string, before: Place, page: PageOf) {
  const chosen = org
    .selectFrom('attestation')
    .select(ownColumns)
    .where('attestation.trail_id', '=', trailId)
    .where(beforePlace('attestation', before))
    .orderBy('attestation.created_at', 'desc')
    .orderBy('attestation.id', 'desc')
  return withNames(org, takePage(chosen, page)).execute()
}

/** One attestation of a trail, as it is read. */
export function findRowOnTrail(org: OrgDatabase, trailId: string, id: string) {
  const chosen = org
    .selectFrom('attestation')
    .select(ownColumns)
    .where('attestation.trail_id', '=', trailId)
    .where('attestation.id', '=', id)
  return withNames(org, chosen).executeTakeFirst()
}

/** Who reported some attestations, and when. */
export async function listReportersOf(org: OrgDatabase, ids: readonly string[]) {
  if (ids.length === 0) return []
  return org
    .selectFrom('attestation')
    .select(['id', 'created_at', 'reported_by'])
    .where(sql<boolean>`attestation.id = any(${ids})`)
    .execute()
}

/** One attestation of a trail by its id. */
export function findOnTrail(org: OrgDatabase, trailId: string, id: string) {
  return org
    .selectFrom('attestation')
    .select(['evidence_sha256', 'evidence_name', 'evidence_size'])
    .where('attestation.trail_id', '=', trailId)
    .where('attestation.id', '=', id)
    .executeTakeFirst()
}
