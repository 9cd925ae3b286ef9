import { sql } from 'kysely'
import { previousRunMaxAge } from '#contract/attestation/explorer.ts'
import type { Subject } from '#domain/override/override.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import { afterCursor, type Cursor, offsetPage, type PageOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { attestations, withNames } from '#server/database/shared-selects.ts'
import type { NewRow } from '#server/database/tables.ts'

/** Statement that appends an attestation. */
export function insertAttestation(org: OrgDatabase, row: NewRow<'attestation'>) {
  return org.insertInto('attestation', row)
}

/** Scope of an attestation. */
export type Scope = Subject

/** Text of a scope, equal for equal ones. */
export const scopeKey = (scope: Scope) =>
  scope.kind === 'trail'
    ? ''
    : scope.kind === 'artifact'
      ? `artifact:${scope.fingerprint}`
      : `target:${scope.name}@${scope.commit}`

/**
 * Statement that makes an attestation the current one of its name in some scopes; with the trail
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

/** Statement that removes the current attestation of a name from some scopes. */
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

/**
 * Statement that makes a decision the newest about its control in some scopes; with the trail
 * locked.
 */
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

export type AttestationRow = Awaited<ReturnType<typeof listOnTrail>>[number]

/** A trail's attestations of one name, newest first. */
export function listOnTrail(org: OrgDatabase, trailId: string, name: string) {
  const chosen = attestations(org)
    .where('attestation.trail_id', '=', trailId)
    .where('attestation.name', '=', name)
  return withNames(org, chosen).execute()
}

/** Attestations by id, those that are known. */
export function listByIds(org: OrgDatabase, ids: readonly string[]) {
  const chosen = attestations(org).where(sql<boolean>`attestation.id = any(${ids})`)
  return withNames(org, chosen).execute()
}

/** When some attestations were recorded, and of which types they are. */
export function listRecorded(org: OrgDatabase, ids: readonly string[]) {
  return org
    .selectFrom('attestation')
    .select(['attestation.id', 'attestation.type as attestation_type'])
    .select('attestation.created_at as recorded_at')
    .where(sql<boolean>`attestation.id = any(${ids})`)
    .execute()
}

/** An artifact's attestations of one name in a flow, those made before it was built included. */
export function listOnArtifact(
  org: OrgDatabase,
  flowId: string,
  fingerprint: string,
  name: string,
) {
  const chosen = attestations(org)
    .where('attestation.flow_id', '=', flowId)
    .where('attestation.name', '=', name)
    .where((where) =>
      where.or([
        where('attestation.fingerprint', '=', fingerprint),
        where.exists(
          where
            .selectFrom('artifact')
            .select('artifact.id')
            .where('artifact.org_id', '=', org.orgId)
            .whereRef('artifact.trail_id', '=', 'attestation.trail_id')
            .where('artifact.fingerprint', '=', fingerprint)
            .where('attestation.fingerprint', 'is', null)
            // Equal, or one the short form of the other.
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

/** A trail's attestations of every name after a cursor, newest first, in batches. */
export function listAfter(org: OrgDatabase, trailId: string, before: Cursor, page: PageOf) {
  const chosen = attestations(org)
    .where('attestation.trail_id', '=', trailId)
    .where(afterCursor('attestation', before))
    .orderBy('attestation.created_at', 'desc')
    .orderBy('attestation.id', 'desc')
  return withNames(org, offsetPage(chosen, page)).execute()
}

/** Finds one attestation of a trail with all columns. */
export function findRowOnTrail(org: OrgDatabase, trailId: string, id: string) {
  const chosen = attestations(org)
    .where('attestation.trail_id', '=', trailId)
    .where('attestation.id', '=', id)
  return withNames(org, chosen).executeTakeFirst()
}

/** Finds one attestation of a trail by its id. */
export function findOnTrail(org: OrgDatabase, trailId: string, id: string) {
  return org
    .selectFrom('attestation')
    .leftJoin('evidence_file', onOrgAnd('evidence_file.sha256', 'attestation.evidence_sha256'))
    .select(['evidence_sha256', 'evidence_name', 'evidence_size', 'evidence_file.removed_at'])
    .where('attestation.trail_id', '=', trailId)
    .where('attestation.id', '=', id)
    .executeTakeFirst()
}

/** Position of a trail among those of its flow. */
interface RunPosition {
  id: string
  flow_id: string
  created_at: number
}

interface RunSubject {
  fingerprint: string | null
  target_artifacts: string[]
}

const isOfTrail = ({ fingerprint, target_artifacts }: RunSubject) =>
  fingerprint === null && target_artifacts.length === 0

/** Template name of the artifact that an attestation is about; null for one without such a name. */
async function targetOf(
  org: OrgDatabase,
  trailId: string,
  { fingerprint, target_artifacts }: RunSubject,
): Promise<string | null> {
  if (fingerprint === null) return target_artifacts[0] ?? null
  const artifact = await org
    .selectFrom('artifact')
    .select('artifact.template_reference_name')
    .where('artifact.trail_id', '=', trailId)
    .where('artifact.fingerprint', '=', fingerprint)
    .orderBy('artifact.created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return artifact?.template_reference_name ?? null
}

/** Finds the last similar attestation before one, on its trail or on earlier trails. */
export async function findEarlierRun(org: OrgDatabase, trail: RunPosition, attestationId: string) {
  const of = await org
    .selectFrom('attestation')
    .select(['name', 'type', 'fingerprint', 'target_artifacts'])
    .where('attestation.trail_id', '=', trail.id)
    .where('attestation.id', '=', attestationId)
    .executeTakeFirst()
  if (!of) return undefined
  const earlier = org
    .selectFrom('trail')
    .select(['trail.id', 'trail.created_at'])
    .where('trail.flow_id', '=', trail.flow_id)
    .where(sql<boolean>`(trail.created_at, trail.id) <= (${trail.created_at}, ${trail.id})`)
    .orderBy('trail.created_at', 'desc')
    .orderBy('trail.id', 'desc')
    .limit(sql.lit(previousRunMaxAge + 1))
  const target = isOfTrail(of) ? null : await targetOf(org, trail.id, of)
  const like = attestations(org)
    .innerJoin(earlier.as('earlier'), 'earlier.id', 'attestation.trail_id')
    .where('attestation.name', '=', of.name)
    .where('attestation.type', '=', of.type)
    // Ids are time-ordered: greater ones on the same trail came later.
    .where((where) =>
      where.or([
        where('attestation.trail_id', '!=', trail.id),
        where('attestation.id', '<', attestationId),
      ]),
    )
    .where(
      isOfTrail(of)
        ? sql<boolean>`attestation.fingerprint is null and cardinality(attestation.target_artifacts) = 0`
        : sql<boolean>`(${target} = any(attestation.target_artifacts) or exists (
            select 1 from artifact
            where artifact.org_id = ${org.orgId} and artifact.trail_id = attestation.trail_id
              and artifact.fingerprint = attestation.fingerprint
              and artifact.template_reference_name is not distinct from ${target}
          ))`,
    )
    .orderBy('earlier.created_at', 'desc')
    .orderBy('earlier.id', 'desc')
    .orderBy('attestation.id', 'desc')
    .limit(sql.lit(1))
  return withNames(org, like).executeTakeFirst()
}
