import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { Addition } from '#contract/verdict/fix-plan.ts'
import type { getArtifactVerdict } from '#contract/verdict/verdict.ts'

/** So many causes are named in a sentence. */
const maxCauses = 3

/** Cause, by what would mend it: "e2e-tests failed on checkout-web-516". */
export function causeText(added: Addition): string {
  if (added.kind === 'report_artifact') return 'nobody reported how it was built'
  const { attestation_name, control, trail_name, replaces_attestation_id } = added
  const what = control === null ? attestation_name : `the decision for control ${control}`
  return `${what} ${replaces_attestation_id === null ? 'is missing' : 'failed'} on ${trail_name}`
}

/** The causes behind failing artifacts, each once: "Cause: …."; empty where none is known. */
export function causeSentence(known: readonly ResponseOf<typeof getArtifactVerdict>[]): string {
  const causes = [...new Set(known.flatMap(({ plan }) => (plan?.additions ?? []).map(causeText)))]
  if (causes.length === 0) return ''
  const more = causes.length - maxCauses
  const named = causes.slice(0, maxCauses).join('; ')
  return `${causes.length === 1 ? 'Cause' : 'Causes'}: ${named}${more > 0 ? `; and ${more} more` : ''}.`
}
