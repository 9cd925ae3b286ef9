import type { Attestation } from '#contract/attestation/attestation.ts'
import type { JunitResult } from '#contract/attestation/types/junit.ts'
import { type AttestationKind, kindOf } from '#contract/attestation/types/kind.ts'
import type { SnykResults } from '#contract/attestation/types/snyk.ts'
import type { SonarResults } from '#contract/attestation/types/sonar.ts'
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

const sumOf = <T>(items: readonly T[], pick: (item: T) => number) =>
  items.reduce((total, item) => total + pick(item), 0)

/** Returns the sums over test suites, the duration in seconds. */
export const junitTotals = (suites: readonly JunitResult[]) => ({
  tests: sumOf(suites, ({ total }) => total),
  failed: sumOf(suites, ({ failures }) => failures),
  errors: sumOf(suites, ({ errors }) => errors),
  skipped: sumOf(suites, ({ skipped }) => skipped),
  passed: sumOf(suites, ({ total, failures, errors, skipped }) =>
    Math.max(0, total - failures - errors - skipped),
  ),
  duration: sumOf(suites, ({ duration }) => duration),
})
export type JunitTotals = ReturnType<typeof junitTotals>

/** Severities of vulnerabilities, the worst first. */
export const severities = ['high', 'medium', 'low'] as const
export type Severity = (typeof severities)[number]

/** Returns how many vulnerabilities a scan counted, which need not be how many it lists. */
export function snykCounts({ results }: Pick<SnykResults, 'results'>): Record<Severity, number> {
  const sum = (severity: Severity) => sumOf(results, (result) => result[`${severity}_count`])
  return { high: sum('high'), medium: sum('medium'), low: sum('low') }
}

const maxGateLength = 16

/** Returns the status of a quality gate as it was sent, cut after 16 characters; null without a gate. */
export function gateStatus({ qualityGate }: Pick<SonarResults, 'qualityGate'>): string | null {
  if (!qualityGate) return null
  const { status } = qualityGate
  return status.length > maxGateLength ? `${status.slice(0, maxGateLength - 1)}…` : status
}
