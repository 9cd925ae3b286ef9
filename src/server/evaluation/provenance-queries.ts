import { sql } from 'kysely'
import { reportedVerdict, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { withNewestVersion } from '#server/database/shared-selects.ts'

const withContext = (org: OrgDatabase) =>
  org
    .selectFrom('artifact')
    .innerJoin('flow', onOrgAnd('flow.id', 'artifact.flow_id'))
    .leftJoin('trail', onOrgAnd('trail.id', 'artifact.trail_id'))
    .leftJoin('artifact_state', onOrgAnd('artifact_state.artifact_id', 'artifact.id'))
    .select(['artifact.id', 'artifact.fingerprint', 'artifact.flow_id', 'artifact.trail_id'])
    .select(['artifact.filename', 'artifact.template_reference_name', 'artifact.created_at'])
    .select(['artifact.git_commit', 'artifact.git_commit_info', 'artifact.commit_url'])
    .select([
      'artifact.repo_url',
      'artifact.build_url',
      'flow.name as flow_name',
      'trail.name as trail_name',
    ])
    .select(['flow.template_id as flow_template_id', 'artifact_state.state'])
    .select('artifact_state.override_ids')

const artifactsOfIds = preparedQuery((org, { ids }: { ids: readonly string[] }) =>
  withContext(org).where(sql<boolean>`artifact.id = any(${ids})`),
)

/** Artifact records by id. */
export const listArtifactsById = async (org: OrgDatabase, ids: readonly string[]) =>
  ids.length === 0 ? [] : artifactsOfIds(org, { ids })

/** Query of what `listProvenance` lists. */
export const provenanceOf = (org: OrgDatabase, fingerprints: readonly string[]) =>
  withContext(org)
    .distinctOn(['artifact.fingerprint', 'artifact.flow_id'])
    .select(
      sql<number>`min(artifact.created_at) over (
        partition by artifact.fingerprint, artifact.flow_id)`.as('first_reported_at'),
    )
    .where(sql<boolean>`artifact.fingerprint = any(${fingerprints})`)
    .where('flow.archived_at', 'is', null)
    .orderBy('artifact.fingerprint')
    .orderBy('artifact.flow_id')
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')

const provenance = preparedQuery((org, { fingerprints }: { fingerprints: readonly string[] }) =>
  provenanceOf(org, fingerprints),
)

/**
 * The newest record of each fingerprint in each active flow that holds it, flows in the order in
 * which they first knew it.
 */
export const listProvenance = async (org: OrgDatabase, fingerprints: readonly string[]) =>
  fingerprints.length === 0 ? [] : provenance(org, { fingerprints })

/**
 * The newest record of each fingerprint on each trail that holds it, and in each flow without a
 * trail, archived flows included; by the time of the first report, with all names it has in the
 * template there.
 */
export async function listHoldings(org: OrgDatabase, fingerprints: readonly string[]) {
  const reportKey = sql`artifact.fingerprint, artifact.flow_id, artifact.trail_id`
  const rows = await withContext(org)
    .distinctOn(['artifact.fingerprint', 'artifact.flow_id', 'artifact.trail_id'])
    .select('flow.tags')
    .select([
      sql<number>`min(artifact.created_at) over (partition by ${reportKey})`.as(
        'first_reported_at',
      ),
      sql<string[]>`array_remove(array_agg(artifact.template_reference_name)
        over (partition by ${reportKey}), null)`.as('template_names'),
    ])
    .where(sql<boolean>`artifact.fingerprint = any(${fingerprints})`)
    .orderBy('artifact.fingerprint')
    .orderBy('artifact.flow_id')
    .orderBy('artifact.trail_id')
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .execute()
  return rows.sort((a, b) => a.first_reported_at - b.first_reported_at)
}
export type HoldingRow = Awaited<ReturnType<typeof listHoldings>>[number]
export type ProvenanceRow = Awaited<ReturnType<typeof listProvenance>>[number]

const inEffect = (
  org: OrgDatabase,
  from: 'current_attestation' | 'current_decision',
  trailIds: readonly string[],
) =>
  org
    .selectFrom(from)
    .innerJoin('attestation', (join) =>
      join
        .onRef('attestation.org_id', '=', `${from}.org_id`)
        .onRef('attestation.id', '=', `${from}.attestation_id`),
    )
    .select(['attestation.id', 'attestation.name', 'attestation.type', 'attestation.control'])
    .select(reportedVerdict().as('is_compliant'))
    .select(['attestation.created_at', 'attestation.trail_id'])
    .select(['attestation.fingerprint', 'attestation.commit_sha', 'attestation.is_override'])
    .select(
      sql<string | null>`substring(${sql.ref(`${from}.scope`)} from '^target:([^@]*)@')`.as(
        'target',
      ),
    )
    .where(sql<boolean>`${sql.ref(`${from}.trail_id`)} = any(${trailIds})`)

/**
 * Evidence of some trails: the newest attestation of each name in each scope, and the newest
 * decision on each of some controls. A row that is both appears twice.
 */
export async function listInEffect(
  org: OrgDatabase,
  trailIds: readonly string[],
  controls: readonly string[],
) {
  if (trailIds.length === 0) return []
  const newest = inEffect(org, 'current_attestation', trailIds).execute()
  if (controls.length === 0) return newest
  const decisions = inEffect(org, 'current_decision', trailIds)
    .where(sql<boolean>`current_decision.control = any(${controls})`)
    .execute()
  return [...(await newest), ...(await decisions)]
}
export type InEffectRow = Awaited<ReturnType<typeof listInEffect>>[number]

/** Fingerprints on the allow-list of an environment. */
export async function allowedFingerprints(
  org: OrgDatabase,
  environmentId: string,
): Promise<Set<string>> {
  const rows = await org
    .selectFrom('allowed_artifact')
    .select('allowed_artifact.fingerprint')
    .where('allowed_artifact.environment_id', '=', environmentId)
    .where('allowed_artifact.standing', '=', 'stands')
    .execute()
  return new Set(rows.map((row) => row.fingerprint))
}

/** The newest versions of the policies attached to some environments, by name. */
export function listVersionsAttached(org: OrgDatabase, environmentIds: readonly string[]) {
  return withNewestVersion(org)
    .innerJoin('policy_attachment', onOrgAnd('policy_attachment.policy_id', 'policy.id'))
    .select('policy_attachment.environment_id')
    .where(sql<boolean>`policy_attachment.environment_id = any(${environmentIds})`)
    .orderBy('policy.name')
    .execute()
}

export type AttachedVersion = Omit<
  Awaited<ReturnType<typeof listVersionsAttached>>[number],
  'environment_id'
>
