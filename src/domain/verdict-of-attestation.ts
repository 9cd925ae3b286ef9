import type { attestationTypes } from '#contract/attestation-type/index.ts'
import type { AttestationKind } from '#contract/attestation-type/kind.ts'
import type * as z from 'zod/mini'

/** What a report of that type says besides the common fields. */
export type PayloadOf<K extends AttestationKind> = z.output<
  z.ZodMiniObject<(typeof attestationTypes)[K]['payload']>
>

/** Kinds whose reports say by themselves whether they are compliant. */
type SelfEvident = Exclude<AttestationKind, 'custom'>

/** Whether a report is compliant, by its type (wire.md 11.1); rules decide about custom ones. */
export const verdictOf: { [K in SelfEvident]: (payload: PayloadOf<K>) => boolean } = {
  generic: ({ is_compliant }) => is_compliant ?? true,
  junit: ({ junit_results }) =>
    junit_results.length > 0 &&
    junit_results.every(({ failures, errors }) => failures === 0 && errors === 0),
  snyk: ({ snyk_results }) =>
    snyk_results.results.every(
      ({ high_count, medium_count, low_count }) => high_count + medium_count + low_count === 0,
    ),
  pull_request: ({ pull_requests }) => (pull_requests?.length ?? 0) > 0,
  jira: ({ jira_results }) =>
    jira_results.length > 0 && jira_results.every(({ issue_exists }) => issue_exists),
  sonar: ({ sonar_results }) => sonar_results.qualityGate?.status.toUpperCase() === 'OK',
  'system:decision': ({ attestation_data }) => attestation_data.is_compliant,
}

/** Whether evidence of a custom type is compliant: all rules gave `true`, or there are none (wire.md 23.2). */
export function verdictOfRules(results: readonly { passed: boolean }[]): boolean {
  return results.every(({ passed }) => passed)
}
