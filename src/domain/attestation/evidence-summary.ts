import type { Attestation } from '#contract/attestation/attestation.ts'
import { type AttestationKind, kindOf } from '#contract/attestation/types/kind.ts'
import { counted } from '#domain/common/counted.ts'

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

const sumOf = <T>(items: readonly T[], pick: (item: T) => number) =>
  items.reduce((total, item) => total + pick(item), 0)

/** Severities of vulnerabilities, the worst first. */
const severities = ['high', 'medium', 'low'] as const

const maxGateLength = 16

const summaries: { [K in AttestationKind]: (attestation: OfKind<K>) => string | null } = {
  generic: () => null,
  junit({ junit_results: suites }) {
    const failures = sumOf(suites, (suite) => suite.failures)
    const errors = sumOf(suites, (suite) => suite.errors)
    const tests = counted(
      sumOf(suites, (suite) => suite.total),
      'test',
    )
    const parts = [
      ...(failures > 0 ? [`${failures} failed`] : []),
      ...(errors > 0 ? [counted(errors, 'error')] : []),
    ]
    return parts.length > 0 ? `${parts.join(', ')} of ${tests}` : `${tests} passed`
  },
  snyk({ processed_snyk_results: { results } }) {
    const found = severities.flatMap((severity) => {
      const count = sumOf(results, (result) => result[`${severity}_count`])
      return count > 0 ? [`${count} ${severity}`] : []
    })
    return found.join(', ') || 'no finding'
  },
  pull_request: ({ pull_requests }) => counted(pull_requests?.length ?? 0, 'pull request'),
  jira({ jira_results }) {
    const absent = jira_results.filter(({ issue_exists }) => !issue_exists).length
    const issues = counted(jira_results.length, 'issue')
    return absent > 0 ? `${absent} of ${issues} not found` : issues
  },
  sonar({ sonar_results: { qualityGate } }) {
    const status = qualityGate?.status
    if (status === undefined) return 'no quality gate'
    const cut = status.length > maxGateLength ? `${status.slice(0, maxGateLength - 1)}…` : status
    return `quality gate: ${cut}`
  },
  custom: () => null,
  'system:decision': () => null,
  'system:sbom': ({ attestation_data }) =>
    counted(attestation_data.document.package_count, 'component'),
}
