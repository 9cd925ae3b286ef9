import type { AttestationKind, attestationTypes } from '#contract/attestation-type/index.ts'
import type * as z from 'zod/mini'

/** What a report of that type says besides the common fields. */
export type PayloadOf<K extends AttestationKind> = z.output<
  z.ZodMiniObject<(typeof attestationTypes)[K]['payload']>
>

/** Whether a report is compliant, by its type (wire.md 11.1). */
export const verdictOf: { [K in AttestationKind]: (payload: PayloadOf<K>) => boolean } = {
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
