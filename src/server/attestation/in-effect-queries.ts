import { sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'
import { reportedVerdict } from '../database/reported.ts'

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
 * What policies find on some trails: the newest attestation of each name in each scope, and the
 * newest decision about each of some controls. One of both is there twice.
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
