import { sql } from 'kysely'
import { previousRunMaxAge } from '#contract/attestation/previous-run.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { ownColumns, withNames } from '#server/database/shared-selects.ts'

/** Position of a trail among those of its flow. */
interface RunPosition {
  id: string
  flow_id: string
  created_at: number
}

/** Template name of an attestation's subject; null for the trail itself. */
async function targetOf(
  org: OrgDatabase,
  trailId: string,
  { fingerprint, target_artifacts }: { fingerprint: string | null; target_artifacts: string[] },
): Promise<string | null> {
  if (!fingerprint) return target_artifacts[0] ?? null
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
  const target = await targetOf(org, trail.id, of)
  const like = org
    .selectFrom('attestation')
    .innerJoin(earlier.as('earlier'), 'earlier.id', 'attestation.trail_id')
    .select(ownColumns)
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
      target === null
        ? sql<boolean>`attestation.fingerprint is null and cardinality(attestation.target_artifacts) = 0`
        : sql<boolean>`(${target} = any(attestation.target_artifacts) or exists (
            select 1 from artifact
            where artifact.org_id = attestation.org_id and artifact.trail_id = attestation.trail_id
              and artifact.fingerprint = attestation.fingerprint
              and artifact.template_reference_name = ${target}
          ))`,
    )
    .orderBy('earlier.created_at', 'desc')
    .orderBy('earlier.id', 'desc')
    .orderBy('attestation.id', 'desc')
    .limit(sql.lit(1))
  return withNames(org, like).executeTakeFirst()
}
