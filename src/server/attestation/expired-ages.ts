import type { ExpiredAge } from '#contract/verdict/expired-age.ts'
import { type EvidenceLimits, expiredAge } from '#domain/verdict/evidence-age.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { listRecorded } from './queries.ts'

/** Evidence that is older than allowed. */
export type ExpiredEvidence = ExpiredAge & { attestation_type: string }

/** Returns which attestations have expired, by their ids; asks nothing where no type ever does. */
export async function expiredAges(
  org: OrgDatabase,
  ids: readonly string[],
  limits: EvidenceLimits,
): Promise<Map<string, ExpiredEvidence>> {
  if (ids.length === 0 || Object.keys(limits.maxAgeDays).length === 0) return new Map()
  const recorded = await listRecorded(org, ids)
  return new Map(
    recorded.flatMap(({ id, attestation_type, recorded_at }) => {
      const age = expiredAge({ attestation_type, recorded_at }, limits)
      return age ? [[id, { ...age, attestation_type }] as const] : []
    }),
  )
}
