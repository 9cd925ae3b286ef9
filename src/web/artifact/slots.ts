import type { ArtifactSlot } from '#contract/artifact/artifact.ts'
import type { EvidenceSummary } from '#contract/attestation/evidence-summary.ts'
import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { qualifiersOfSlots } from '#domain/verdict/qualifiers.ts'
import { type Found, failingText, missingText } from '#web/domain-ui/trouble-text.ts'
import { type Verdict, verdictOf } from '#web/domain-ui/verdict.tsx'

/** Verdict of a slot: as reported in it, or missing. */
export function verdictOfSlot(slot: ArtifactSlot): Verdict {
  return slot.status === 'MISSING' ? 'missing' : verdictOf(slot.is_compliant)
}

/** Qualifiers of an artifact's verdict: overrides, and expired evidence by what is known of it. */
export function qualifiersWith(
  found: ReadonlyMap<string, Pick<EvidenceSummary, 'expired'>>,
  slots: readonly ArtifactSlot[],
): Qualifiers {
  return qualifiersOfSlots(slots, (id) => Boolean(found.get(id)?.expired))
}

const urgency = (slot: ArtifactSlot): number => {
  const verdict = verdictOfSlot(slot)
  if (verdict === 'non-compliant') return 0
  if (verdict === 'missing') return 1
  return slot.is_override ? 2 : 3
}

/** Slots in reading order: those of the artifact before its trail's, what needs attention first. */
export const worstFirst = (slots: readonly ArtifactSlot[]): ArtifactSlot[] =>
  [...slots].sort(
    (a, b) => Number(a.scope === 'trail') - Number(b.scope === 'trail') || urgency(a) - urgency(b),
  )

/** "2 of 3 expected, 1 by override, 1 non-compliant, 1 missing, 1 unexpected". */
export function describeSlots(slots: readonly ArtifactSlot[]): string {
  const expected = slots.filter((slot) => !slot.unexpected)
  const missing = expected.filter((slot) => slot.status === 'MISSING').length
  const unexpected = slots.length - expected.length
  const failing = slots.filter((slot) => verdictOfSlot(slot) === 'non-compliant').length
  const overridden = slots.filter(({ is_override }) => is_override).length
  if (expected.length === 0) {
    return unexpected > 0 ? `nothing expected, ${unexpected} reported` : 'nothing expected'
  }
  return [
    `${expected.length - missing} of ${expected.length} expected`,
    ...(overridden > 0 ? [`${overridden} by override`] : []),
    ...(failing > 0 ? [`${failing} non-compliant`] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(unexpected > 0 ? [`${unexpected} unexpected`] : []),
  ].join(', ')
}

/** Failing, else missing evidence of an artifact, in a few words; null when none is. */
export function describeTrouble(
  slots: readonly ArtifactSlot[],
  found: Found = new Map(),
): string | null {
  const named = (verdict: Verdict) =>
    slots
      .filter((slot) => verdictOfSlot(slot) === verdict)
      .map(({ attestation_name: name, attestation_type: type, attestation_id: attestationId }) => ({
        name,
        type,
        attestationId,
      }))
  const absent = named('missing').map(({ name }) => name)
  return failingText(named('non-compliant'), found) ?? missingText(absent)
}

/** The evidence behind `describeTrouble`; null where something is missing or nothing is wrong. */
export function firstTrouble(slots: readonly ArtifactSlot[]): string | null {
  return slots.find((slot) => verdictOfSlot(slot) === 'non-compliant')?.attestation_id ?? null
}

/** Attestations in reading order, for stepping from one to the next. */
export function attestationIdsOf(slots: readonly ArtifactSlot[]): string[] {
  return slots.flatMap(({ attestation_id }) => attestation_id ?? [])
}
