import type { attestationTypes } from '#contract/attestation/types/index.ts'
import type { AttestationKind } from '#contract/attestation/types/kind.ts'
import type * as z from 'zod/mini'

/** What a report of that type says besides the common fields. */
export type PayloadOf<K extends AttestationKind> = z.output<
  z.ZodMiniObject<(typeof attestationTypes)[K]['payload']>
>

/** Kinds whose reports say by themselves whether they are compliant. */
type SelfEvident = Exclude<AttestationKind, 'custom'>

/** Whether there is something, and all of it holds. */
const holdsForAll = <T>(list: readonly T[] | null, holds: (item: T) => boolean) =>
  list !== null && list.length > 0 && list.every(holds)

/** Whether a report is compliant, by its type; rules decide about custom ones. */
export const verdictOf: { [K in SelfEvident]: (payload: PayloadOf<K>) => boolean } = {
  generic: ({ is_compliant }) => is_compliant ?? true,
  junit: ({ junit_results }) =>
    holdsForAll(junit_results, ({ failures, errors }) => failures === 0 && errors === 0),
  snyk: ({ snyk_results }) =>
    (snyk_results.results ?? []).every(
      ({ high_count, medium_count, low_count }) => high_count + medium_count + low_count === 0,
    ),
  pull_request: ({ pull_requests }) => (pull_requests?.length ?? 0) > 0,
  jira: ({ jira_results }) => holdsForAll(jira_results, ({ issue_exists }) => issue_exists),
  sonar: ({ sonar_results }) => sonar_results.qualityGate?.status.toUpperCase() === 'OK',
  'system:decision': ({ attestation_data }) => attestation_data.is_compliant,
  // Nothing of it is judged: that it is there is what is asked for.
  'system:sbom': () => true,
}

/** Whether evidence of a custom type is compliant: all rules gave `true`, or there are none. */
export function verdictOfRules(results: readonly { passed: boolean }[]): boolean {
  return results.every(({ passed }) => passed)
}
