import type { Attestation } from '#contract/attestation/attestation.ts'
import { type AttestationKind, kindOf } from '#contract/attestation/types/kind.ts'
import { counted } from '#domain/common/counted.ts'
import { gateStatus, junitTotals, severities, snykCounts } from './evidence-figures.ts'

/** Attestations as answers have them, by kind. */
type OfKind<K extends AttestationKind> = Extract<
  Attestation,
  { attestation_type: K extends 'custom' ? `custom:${string}` : K; is_override: false }
>

/**
 * Says what evidence found in a few words, such as "2 failed of 45 tests".
 * @returns null for an override, and where its type says no more
 */
export function evidenceSummary(attestation: Attestation): string | null {
  if (attestation.is_override) return null
  const kind = kindOf(attestation.attestation_type)
  if (kind === null) return null
  try {
    // The kind is the attestation's own: its words take it.
    return (summaries[kind] as (attestation: Attestation) => string | null)(attestation)
  } catch {
    // Data that is not of its type's shape: the evidence itself shows it as it is.
    return null
  }
}

const summaries: { [K in AttestationKind]: (attestation: OfKind<K>) => string | null } = {
  generic: () => null,
  junit({ junit_results: suites }) {
    const { failed, errors, tests } = junitTotals(suites)
    const parts = [
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(errors > 0 ? [counted(errors, 'error')] : []),
    ]
    const all = counted(tests, 'test')
    return parts.length > 0 ? `${parts.join(', ')} of ${all}` : `${all} passed`
  },
  snyk({ processed_snyk_results: results }) {
    const counts = snykCounts(results)
    const found = severities.filter((severity) => counts[severity] > 0)
    return found.map((severity) => `${counts[severity]} ${severity}`).join(', ') || 'no finding'
  },
  pull_request: ({ pull_requests }) => counted(pull_requests?.length ?? 0, 'pull request'),
  jira({ jira_results }) {
    const absent = jira_results.filter(({ issue_exists }) => !issue_exists).length
    const issues = counted(jira_results.length, 'issue')
    return absent > 0 ? `${absent} of ${issues} not found` : issues
  },
  sonar({ sonar_results: results }) {
    const status = gateStatus(results)
    return status === null ? 'no quality gate' : `quality gate: ${status}`
  },
  custom: () => null,
  'system:decision': () => null,
  'system:sbom': ({ attestation_data }) =>
    counted(attestation_data.document.package_count, 'component'),
}
