import type { attestationTypes } from '#contract/attestation/types/index.ts'
import type { AttestationKind } from '#contract/attestation/types/kind.ts'
import type * as z from 'zod/mini'

/** Fields of a report of a type, besides the common ones. */
export type PayloadOf<K extends AttestationKind> = z.output<
  z.ZodMiniObject<(typeof attestationTypes)[K]['payload']>
>

/** Kinds whose reports determine their compliance themselves. */
type SelfEvident = Exclude<AttestationKind, 'custom'>

/** Returns whether a list is not empty and all its items hold. */
const holdsForAll = <T>(list: readonly T[] | null, holds: (item: T) => boolean) =>
  list !== null && list.length > 0 && list.every(holds)

/** Functions that return whether a report is compliant, by type; custom types have rules. */
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
  // Its content is not evaluated: only its presence is required.
  'system:sbom': () => true,
}

/** Returns whether evidence of a custom type is compliant: all rules passed, or there are none. */
export function verdictOfRules(results: readonly { passed: boolean }[]): boolean {
  return results.every(({ passed }) => passed)
}
