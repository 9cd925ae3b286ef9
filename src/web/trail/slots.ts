import type { EvidenceSummary } from '#contract/attestation/evidence-summary.ts'
import type { Trail } from '#contract/trail/trail.ts'
import type { ArtifactStatus, AttestationStatus } from '#contract/verdict/compliance-status.ts'
import { counted } from '#domain/common/counted.ts'
import type { QualifiedVerdict } from '#domain/verdict/qualified-verdict.ts'
import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { byOverrides, qualifiersOfTrail } from '#domain/verdict/qualifiers.ts'
import { type Found, failingText, missingText } from '#web/domain-ui/trouble-text.ts'
import { type Verdict, verdictOf } from '#web/domain-ui/verdict.tsx'

/** One thing that a trail expects, or that came unexpected. */
export interface Slot {
  key: string
  name: string
  type: string
  verdict: Verdict
  isUnexpected: boolean
  isOverridden: boolean
  attestationId: string | null
  /** The evidence that the override in it overrides. */
  overriddenId: string | null
  /** Verdict of that. */
  reported: Verdict | null
  /** Of overridden evidence when that was reported. */
  reportedAt: number | null
}

/** Artifact of a group of slots. */
export interface GroupArtifact {
  /** As the template calls it; one that has no name there goes by its file's. */
  name: string
  id: string | null
  fingerprint: string | null
  isUnexpected: boolean
}

/** The slots of the trail itself, or of one artifact. */
export interface SlotGroup {
  key: string
  artifact: GroupArtifact | null
  slots: Slot[]
}

/** Key of the trail's own slots; no artifact can have that name. */
export const trailKey = '~trail'

const reportedOf = (report: { is_compliant: boolean } | undefined) =>
  report ? verdictOf(report.is_compliant) : null

/** Verdict of a slot, with the override that carries it. */
export const countingIn = ({ verdict, isOverridden }: Slot): QualifiedVerdict => ({
  verdict,
  ...(isOverridden && { qualifiers: byOverrides(1) }),
})

/** The slots of a trail in groups: its own first, then artifact by artifact. */
export function slotGroupsOf(trail: Trail): SlotGroup[] {
  const reports = new Map(
    trail.events.flatMap((event) =>
      'attestation_id' in event && !event.ended_override_id
        ? [[event.attestation_id, event] as const]
        : [],
    ),
  )
  const reportOf = (id: string | null) => reports.get(id ?? '')
  const files = new Map(
    trail.events.flatMap((event) =>
      event.type === 'artifact_creation_reported'
        ? [[event.artifact_fingerprint, event.artifact_name] as const]
        : [],
    ),
  )
  const slotsOf = (group: string, statuses: readonly AttestationStatus[]) =>
    statuses.map((one, index): Slot => ({
      key: `${group}/${index}/${one.attestation_name}`,
      name: one.attestation_name,
      type: one.attestation_type,
      verdict: one.status === 'MISSING' ? 'missing' : verdictOf(one.is_compliant),
      isUnexpected: one.unexpected,
      isOverridden: one.is_override === true,
      attestationId: one.attestation_id,
      overriddenId: one.overridden_attestation_id,
      reported: reportedOf(reportOf(one.overridden_attestation_id)),
      reportedAt: reportOf(one.overridden_attestation_id ?? one.attestation_id)?.timestamp ?? null,
    }))

  const { attestations_statuses, artifacts_statuses } = trail.compliance_status
  const own: SlotGroup = {
    key: trailKey,
    artifact: null,
    slots: slotsOf('', attestations_statuses),
  }
  const artifacts = Object.entries(artifacts_statuses).map(
    ([name, status]: [string, ArtifactStatus]): SlotGroup => ({
      key: name,
      artifact: {
        name: name === status.artifact_fingerprint ? (files.get(name) ?? name) : name,
        id: status.artifact_id,
        fingerprint: status.artifact_fingerprint,
        isUnexpected: status.unexpected,
      },
      slots: slotsOf(name, status.attestations_statuses),
    }),
  )
  return own.slots.length > 0 || artifacts.length === 0 ? [own, ...artifacts] : artifacts
}

/** Attestations in reading order, for stepping from one to the next. */
export function attestationIdsOf(groups: readonly SlotGroup[]): string[] {
  const ids = groups.flatMap(({ slots }) => slots.map((slot) => slot.attestationId))
  return [...new Set(ids.filter((id) => id !== null))]
}

/** The first attestation of a type; null when there is none. */
export function attestationOfType(groups: readonly SlotGroup[], type: string): string | null {
  const slots = groups.flatMap((group) => group.slots)
  return slots.find((slot) => slot.type === type && slot.attestationId)?.attestationId ?? null
}

/** "Trail, 2 of 2 present, 1 unexpected". */
export function describeGroup(group: SlotGroup): string {
  const { expected, present, unexpected } = countSlots(group.slots)
  const parts = [group.artifact ? `Artifact ${group.artifact.name}` : 'Trail']
  if (group.artifact?.isUnexpected) parts.push('unexpected')
  if (group.artifact && !group.artifact.fingerprint) parts.push('not reported')
  if (expected > 0) parts.push(`${present} of ${expected} present`)
  if (unexpected > 0) {
    parts.push(expected > 0 ? `${unexpected} unexpected` : `${unexpected} present`)
  }
  return parts.join(', ')
}

/**
 * "7 of 8 expected, 1 by override, 1 non-compliant, 1 missing", over all groups, which counts
 * evidence; then "1 artifact not reported".
 */
export function describeAll(groups: readonly SlotGroup[]): string {
  const all = groups.flatMap(({ slots }) => slots)
  const { expected, present, unexpected } = countSlots(all)
  const absent = groups.filter(({ artifact }) => artifact && !artifact.fingerprint).length
  const artifacts = absent > 0 ? [`${counted(absent, 'artifact')} not reported`] : []
  if (expected === 0) {
    const nothing = absent > 0 ? 'no evidence expected' : 'nothing expected'
    return [nothing, ...(unexpected > 0 ? [`${unexpected} reported`] : []), ...artifacts].join(', ')
  }
  const missing = expected - present
  const failing = all.filter(({ verdict }) => verdict === 'non-compliant').length
  const overridden = all.filter(({ isOverridden }) => isOverridden).length
  return [
    `${present} of ${expected} expected`,
    ...(overridden > 0 ? [`${overridden} by override`] : []),
    ...(failing > 0 ? [`${failing} non-compliant`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...artifacts,
  ].join(', ')
}

/** Failing or missing slots of a trail, in a few words; null when there are none. */
export function describeTrouble(
  groups: readonly SlotGroup[],
  found: Found = new Map(),
): string | null {
  const slots = groups.flatMap((group) => group.slots)
  const absent = [
    ...groups.flatMap(({ artifact }) =>
      artifact && !artifact.fingerprint ? [`artifact ${artifact.name}`] : [],
    ),
    ...slots.filter(({ verdict }) => verdict === 'missing').map(({ name }) => name),
  ]
  const failing = slots.filter(({ verdict }) => verdict === 'non-compliant')
  return failingText(failing, found) ?? missingText(absent)
}

/** The evidence behind `describeTrouble`; null where something is missing or nothing is wrong. */
export function firstTrouble(groups: readonly SlotGroup[]): string | null {
  const slots = groups.flatMap((group) => group.slots)
  return slots.find(({ verdict }) => verdict === 'non-compliant')?.attestationId ?? null
}

/** Qualifiers of a trail's verdict: overrides, and expired evidence by what is known of it. */
export function qualifiersWith(
  found: ReadonlyMap<string, Pick<EvidenceSummary, 'expired'>>,
  { compliance_status }: Trail,
): Qualifiers {
  return qualifiersOfTrail(compliance_status, (id) => Boolean(found.get(id)?.expired))
}

/** How many slots a template expects, how many of them are filled, and how many came besides. */
export function countSlots(slots: readonly Slot[]) {
  const expected = slots.filter((slot) => !slot.isUnexpected)
  return {
    expected: expected.length,
    present: expected.filter(({ verdict }) => verdict !== 'missing').length,
    unexpected: slots.length - expected.length,
  }
}

/** Name of the artifact that an attestation was reported for, null for the trail itself. */
export function targetOf(trail: Trail, attestationId: string): string | null {
  const event = trail.events.find(
    (one) => 'attestation_id' in one && one.attestation_id === attestationId,
  )
  if (!event || !('target_artifact' in event)) return null
  return event.target_artifact || ('artifact_name' in event ? event.artifact_name : null)
}
