import type { ExpiredAge } from '#contract/verdict/qualifiers.ts'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import { daySeconds } from '#domain/common/days.ts'

/** How old evidence may be, and when that is asked. */
export interface EvidenceLimits {
  /** Days by full attestation type; types that are not named never expire. */
  maxAgeDays: Readonly<Record<string, number>>
  /** Unix seconds. */
  now: number
}

/** No evidence expires. */
export const noLimits: EvidenceLimits = { maxAgeDays: {}, now: 0 }

/** Unix seconds at which the oldest evidence that a verdict rests on was recorded, by full type. */
export type EvidenceTimes = Readonly<Record<string, number>>

/** Returns the oldest time of each type among some evidence. */
export function oldestTimes(
  evidence: readonly (readonly [type: string, recordedAt: number])[],
): EvidenceTimes {
  const oldest: Record<string, number> = {}
  for (const [type, at] of evidence) oldest[type] = Math.min(oldest[type] ?? at, at)
  return Object.fromEntries(Object.entries(oldest).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the age of evidence that is older than allowed, in whole days; null where it is not. */
export function expiredAge(
  { attestation_type, recorded_at }: Pick<FoundAttestation, 'attestation_type' | 'recorded_at'>,
  { maxAgeDays, now }: EvidenceLimits,
): ExpiredAge | null {
  const allowed_days = Object.hasOwn(maxAgeDays, attestation_type)
    ? maxAgeDays[attestation_type]
    : undefined
  if (allowed_days === undefined || now < recorded_at + allowed_days * daySeconds) return null
  return { age_days: Math.floor((now - recorded_at) / daySeconds), allowed_days }
}

/** Returns the types of which evidence is older than allowed, by name. */
export const expiredTypes = (times: EvidenceTimes, limits: EvidenceLimits): string[] =>
  Object.entries(times).flatMap(([attestation_type, recorded_at]) =>
    expiredAge({ attestation_type, recorded_at }, limits) ? [attestation_type] : [],
  )

/** Returns until when evidence of each limited type was recorded that has expired now. */
export const expiryInstants = ({
  maxAgeDays,
  now,
}: EvidenceLimits): { type: string; until: number }[] =>
  Object.entries(maxAgeDays).map(([type, days]) => ({ type, until: now - days * daySeconds }))

/** Returns the text beside evidence that has expired: "evidence expired, 40 d old, limit 30 d". */
export const ageText = ({ age_days, allowed_days }: ExpiredAge): string =>
  `evidence expired, ${age_days} d old, limit ${allowed_days} d`

/** Returns the text for expired evidence: "evidence expired: pen-test 102 d old, allowed 90 d". */
export const expiryText = (name: string, { age_days, allowed_days }: ExpiredAge): string =>
  `evidence expired: ${name} ${age_days} d old, allowed ${allowed_days} d`
