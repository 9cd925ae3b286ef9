import type { ExpiredAge, Qualifiers } from '#contract/verdict/qualifiers.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { daySeconds } from '#domain/common/days.ts'
import { type EvidenceLimits, expiredAge } from '#domain/verdict/evidence-age.ts'
import { qualifiersOfListed } from '#domain/verdict/qualifiers.ts'
import { listRecorded } from '#server/attestation/queries.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { evidenceLimits } from '#server/organization/settings.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { listExpiredOfArtifacts, listExpiredOfTrails, listWithEvidence } from './expired-queries.ts'

type Context = Pick<OrgContext, 'org' | 'clock'>

/** Returns the full types of the evidence that has expired behind the state of an id, by name. */
type ExpiredOf = (id: string) => string[]

async function readExpired(
  { org, clock }: Context,
  ids: readonly string[],
  list: typeof listExpiredOfArtifacts,
  known?: EvidenceLimits,
): Promise<ExpiredOf> {
  if (ids.length === 0) return () => []
  const limits = known ?? (await evidenceLimits(org, clock()))
  const rows = Object.keys(limits.maxAgeDays).length > 0 ? await list(org, ids, limits) : []
  const byId = new Map(rows.map(({ id, expired }) => [id, expired]))
  return (id) => byId.get(id) ?? []
}

/** The latest instant at which a trail began that may hold expired evidence. */
const latestOldTrail = ({ maxAgeDays, now }: EvidenceLimits) =>
  now - Math.min(...Object.values(maxAgeDays)) * daySeconds

/**
 * Reads what has expired behind the states of some trails; nothing where nothing ever expires.
 * Limits that the caller has not read are read.
 */
export const readExpiredOfTrails = (
  context: Context,
  ids: readonly string[],
  known?: EvidenceLimits,
) =>
  readExpired(
    context,
    ids,
    (org, some, limits) => listExpiredOfTrails(org, some, limits, latestOldTrail(limits)),
    known,
  )

/** Reads what has expired behind the states of some artifacts. */
export const readExpiredOfArtifacts = (
  context: Context,
  ids: readonly string[],
  known?: EvidenceLimits,
) => readExpired(context, ids, listExpiredOfArtifacts, known)

/** An artifact with the overrides that carry its state; null without a state. */
interface CarriedArtifact {
  id: string
  override_ids: readonly string[] | null
}

/** Returns what carries the state of an artifact that was read. */
export type QualifiersOfArtifact = (artifact: CarriedArtifact, state: TrailState) => Qualifiers

/**
 * Reads what carries the states of some artifacts: overrides, expired evidence, or nothing.
 * Limits that the caller has not read are read.
 */
export async function readQualifiersOfArtifacts(
  context: Context,
  artifacts: readonly CarriedArtifact[],
  known?: EvidenceLimits,
): Promise<QualifiersOfArtifact> {
  const ids = artifacts.map(({ id }) => id)
  const [expiredOf, evidenced] = await Promise.all([
    readExpiredOfArtifacts(context, ids, known),
    listWithEvidence(context.org, ids),
  ])
  return (artifact, state) =>
    qualifiersOfState(artifact, state, {
      expired: expiredOf(artifact.id),
      hasEvidence: evidenced.has(artifact.id),
    })
}

/** Returns what carries the state of an artifact, of which is known what has expired behind it. */
export const qualifiersOfState = (
  { override_ids }: Pick<CarriedArtifact, 'override_ids'>,
  state: TrailState,
  { expired, hasEvidence }: { expired: string[]; hasEvidence: boolean },
): Qualifiers =>
  qualifiersOfListed({
    override_count: override_ids?.length ?? 0,
    expired,
    nothing_expected: state === 'COMPLIANT' && !hasEvidence,
  })

/** Evidence that is older than allowed. */
type ExpiredEvidence = ExpiredAge & { attestation_type: string }

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
