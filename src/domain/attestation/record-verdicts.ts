import type { Attestation } from '#contract/attestation/attestation.ts'
import type { ExpiredAge } from '#contract/verdict/qualifiers.ts'
import {
  evidenceText,
  type QualifiedVerdict,
  type Verdict,
} from '#domain/verdict/qualified-verdict.ts'
import { byOverrides } from '#domain/verdict/qualifiers.ts'

/** The fields of an attestation that say its verdicts. */
type RecordVerdicts = Pick<
  Attestation,
  'reported_is_compliant' | 'effective_is_compliant' | 'overridden_by' | 'attestation_type'
> & {
  /** Its age, where that is known to be more than allowed. */
  expired?: ExpiredAge | undefined
}

const verdictOf = (isCompliant: boolean | null): Verdict | null =>
  isCompliant === null ? null : isCompliant ? 'compliant' : 'non-compliant'

/** Returns what was reported; null for an override, which reports nothing. */
export const reportedVerdictOf = (one: RecordVerdicts): Verdict | null =>
  verdictOf(one.reported_is_compliant)

/**
 * Returns what counts, with the override that carries it, else the age of the evidence; null for an
 * override that has ended.
 */
export function effectiveVerdictOf(one: RecordVerdicts): QualifiedVerdict | null {
  const verdict = verdictOf(one.effective_is_compliant)
  if (verdict === null) return null
  const isOverridden = one.overridden_by !== undefined || one.reported_is_compliant === null
  if (isOverridden) return { verdict, qualifiers: byOverrides(1) }
  return one.expired ? { verdict, qualifiers: byOverrides(0, [one.attestation_type]) } : { verdict }
}

/**
 * Returns both verdicts in words, what counts first: "Compliant", "Compliant by override (reported:
 * Non-compliant)", "Compliant, evidence expired"; of an ended override "Ended".
 */
export function recordVerdictText(one: RecordVerdicts): string {
  const effective = effectiveVerdictOf(one)
  return effective === null ? 'Ended' : evidenceText(effective, reportedVerdictOf(one))
}
