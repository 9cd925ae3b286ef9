import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { EvidenceSummary } from '#contract/attestation/evidence-summary.ts'
import type { Addition } from '#contract/verdict/fix-plan.ts'
import type { getArtifactVerdict } from '#contract/verdict/verdict.ts'
import { peopleText } from './cause-labels.ts'

/** Verdict on an artifact, with what would mend it. */
export type ExplainedVerdict = ResponseOf<typeof getArtifactVerdict>

/** So many causes are named in a sentence. */
const maxCauses = 3

/** Id of the evidence that does not comply and would be replaced by an addition; null for none. */
export const replacedId = (added: Addition): string | null =>
  added.kind === 'attest' ? added.replaces_attestation_id : null

/** Ids of all evidence that would have to be replaced. */
export const replacedEvidence = (known: readonly Pick<ExplainedVerdict, 'plan'>[]): string[] =>
  known.flatMap(({ plan }) => (plan?.additions ?? []).flatMap((one) => replacedId(one) ?? []))

/** Findings of evidence by id, as far as known. */
export type Summaries = ReadonlyMap<string, Pick<EvidenceSummary, 'override'>>

/**
 * Cause, by what would mend it: "e2e-tests failed on checkout-web-516". Of an override it says whose
 * and why: "license-check is non-compliant by override on sdk-js-326, by ada: “…”".
 */
export function causeText(added: Addition, summaries: Summaries): string {
  if (added.kind === 'report_artifact') return 'nobody reported how it was built'
  const { attestation_name, control, trail_name, replaces_attestation_id } = added
  const what = control === null ? attestation_name : `the decision for control ${control}`
  const override = summaries.get(replaces_attestation_id ?? '')?.override
  if (override) {
    const who = peopleText(override.reported_by, override.approved_by)
    return `${what} is non-compliant by override on ${trail_name}, ${who}: “${override.reason}”`
  }
  return `${what} ${replaces_attestation_id === null ? 'is missing' : 'failed'} on ${trail_name}`
}

/** The causes behind failing artifacts, each once: "Cause: …."; empty where none is known. */
export function causeSentence(known: readonly ExplainedVerdict[], summaries: Summaries): string {
  const additions = known.flatMap(({ plan }) => plan?.additions ?? [])
  const causes = [...new Set(additions.map((added) => causeText(added, summaries)))]
  if (causes.length === 0) return ''
  const more = causes.length - maxCauses
  const named = causes.slice(0, maxCauses).join('; ')
  return `${causes.length === 1 ? 'Cause' : 'Causes'}: ${named}${more > 0 ? `; and ${more} more` : ''}.`
}
