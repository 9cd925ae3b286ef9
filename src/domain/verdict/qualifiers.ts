import type { AttestationStatus } from '#contract/verdict/compliance-status.ts'
import { type ExpiredAge, type Qualifiers, noQualifiers } from '#contract/verdict/qualifiers.ts'
import { entriesOf, stateOf, type StatusEntries } from '#domain/trail/attestation-slots.ts'
import {
  type EvidenceLimits,
  type EvidenceTimes,
  expiredTypes,
  oldestTimes,
} from './evidence-age.ts'
import { type StoredQualifiers, noStoredQualifiers } from './stored-qualifiers.ts'

/**
 * Returns the ids of the overrides that carry the state of slots: where nothing fails, those that
 * say compliant; where something fails, those that say so, unless evidence fails as well.
 */
export function overridesOfSlots(entries: readonly AttestationStatus[]): string[] {
  const failing = entries.filter(({ is_compliant }) => is_compliant === false)
  if (failing.some(({ is_override }) => !is_override)) return []
  const carrying = failing.length > 0 ? failing : entries
  const overrides = carrying.filter(({ is_override }) => is_override)
  return [...new Set(overrides.flatMap(({ attestation_id }) => attestation_id ?? []))]
}

/** Returns the ids of the overrides that carry the state of a trail. */
export const overridesOfTrail = (status: StatusEntries): string[] =>
  overridesOfSlots(entriesOf(status))

/** Returns whether an attestation is older than allowed, by id. */
type IsExpired = (attestationId: string) => boolean

/**
 * Evidence that carries the state of slots: of a compliant one all, of another one those that fail.
 */
function qualifiersOfEntries(
  entries: readonly AttestationStatus[],
  isCompliant: boolean,
  isExpired: IsExpired,
): Qualifiers {
  const expired = entries.filter(
    ({ attestation_id: id, is_compliant }) =>
      id !== null && (isCompliant || is_compliant === false) && isExpired(id),
  )
  const types = new Set(expired.map(({ attestation_type }) => attestation_type))
  return qualifiersOfListed({
    override_count: overridesOfSlots(entries).length,
    expired: [...types].sort(),
    nothing_expected: isCompliant && entries.length === 0,
  })
}

/** Returns what carries the state of a trail as responses show it. */
export const qualifiersOfTrail = (
  status: StatusEntries & { is_compliant: boolean },
  isExpired: IsExpired,
): Qualifiers => qualifiersOfEntries(entriesOf(status), status.is_compliant, isExpired)

/** Returns what carries the state that slots come to, like `qualifiersOfTrail`. */
export const qualifiersOfSlots = (
  entries: readonly AttestationStatus[],
  isExpired: IsExpired,
): Qualifiers => qualifiersOfEntries(entries, stateOf(entries) === 'COMPLIANT', isExpired)

/**
 * Returns what carries the verdict on one trail or artifact.
 * @param overridden number of its overrides
 * @param expired full types of its evidence that has expired, by name
 */
export const byOverrides = (overridden: number, expired: readonly string[] = []): Qualifiers => ({
  ...noQualifiers,
  judged: 1,
  expired: [...expired],
  overridden,
})

/** Returns what carries the state of a trail of a list. */
export const qualifiersOfListed = (trail: {
  override_count: number
  expired?: readonly string[]
  nothing_expected: boolean
}): Qualifiers => ({
  ...byOverrides(trail.override_count, trail.expired),
  ...(trail.nothing_expected && { judged: 0, not_asked: 1 }),
})

/** Returns what carries one slot: an override, or evidence of a type that has expired. */
export const qualifiersOfSlot = (slot: {
  overridden?: boolean | undefined
  expired?: ExpiredAge | null | undefined
  attestation_type: string | null
}): Qualifiers =>
  byOverrides(slot.overridden ? 1 : 0, slot.expired ? [slot.attestation_type ?? ''] : [])

/** Qualifiers of the verdicts on several artifacts: overrides each once, then numbers of artifacts. */
export interface QualifierTotals extends Omit<Qualifiers, 'overridden' | 'expired'> {
  /** Absent where an earlier version stored it. */
  evidence?: EvidenceTimes
  override_ids: readonly string[]
}

/** Totals of a verdict that nothing carries but evidence. */
export const noTotals: QualifierTotals = {
  evidence: {},
  judged: 0,
  override_ids: [],
  allow_listed: 0,
  exempt: 0,
  not_asked: 0,
}

const isFailingOnEvidence = (one: { override_ids: readonly string[] }) =>
  one.override_ids.length === 0

/**
 * Adds up what carries the verdict on an environment by its parts, members or artifacts: of all that
 * comply, and of those that fail where these fail on nothing but overrides; nothing carries the state
 * where a part is unknown and none fails.
 */
export function totalOfMembers(
  members: readonly { state: boolean | null; carriers: QualifierTotals | null }[],
): QualifierTotals {
  const totals = (state: boolean) =>
    members.filter((one) => one.state === state).map(({ carriers }) => carriers ?? noTotals)
  const judged = members.reduce((total, { carriers }) => total + (carriers?.judged ?? 0), 0)
  const failing = totals(false)
  const isUnknown = failing.length === 0 && members.some(({ state }) => state === null)
  if (isUnknown || failing.some(isFailingOnEvidence)) return { ...noTotals, judged }
  const carrying = failing.length > 0 ? failing : totals(true)
  const sum = (of: (one: QualifierTotals) => number) =>
    carrying.reduce((total, one) => total + of(one), 0)
  return {
    evidence: oldestTimes(carrying.flatMap((one) => Object.entries(one.evidence ?? {}))),
    judged,
    override_ids: [...new Set(carrying.flatMap((one) => one.override_ids))],
    allow_listed: sum((one) => one.allow_listed),
    exempt: sum((one) => one.exempt),
    not_asked: sum((one) => one.not_asked),
  }
}

/** Qualifiers of the verdict on one artifact, as totals; it has no verdict unless it is judged. */
const totalsOfArtifact = (
  { evidence = {}, override_ids, ...is }: StoredQualifiers,
  isJudged: boolean,
): QualifierTotals => ({
  evidence,
  judged: Number(isJudged),
  override_ids,
  allow_listed: Number(is.is_allow_listed),
  exempt: Number(is.is_exempt),
  not_asked: Number(is.is_not_asked),
})

/** Adds up what carries the verdict on an environment by the artifacts that run there. */
export const totalQualifiers = (
  artifacts: readonly (StoredQualifiers & { compliant: boolean | null })[],
): QualifierTotals =>
  totalOfMembers(
    artifacts.map((one) => ({
      state: one.compliant,
      carriers: totalsOfArtifact(one, one.compliant !== null),
    })),
  )

/** Returns whether exceptions carry a verdict: overrides, the allow-list, or those of policies. */
export const areExceptions = (totals: QualifierTotals | null): boolean =>
  totals !== null && totals.override_ids.length + totals.allow_listed + totals.exempt > 0

/** Returns totals as responses show them; without any, of nothing. */
export const qualifiersOf = (
  totals: QualifierTotals | null,
  limits: EvidenceLimits,
): Qualifiers => {
  const { evidence = {}, override_ids, ...counts } = totals ?? noTotals
  return { expired: expiredTypes(evidence, limits), overridden: override_ids.length, ...counts }
}

/** Returns what carries the verdict on one artifact as responses show it. */
export const qualifiersOfArtifact = (
  carriers: StoredQualifiers | null,
  limits: EvidenceLimits,
): Qualifiers => qualifiersOf(totalsOfArtifact(carriers ?? noStoredQualifiers, true), limits)
