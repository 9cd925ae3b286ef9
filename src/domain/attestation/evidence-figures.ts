import type { JunitResult } from '#contract/attestation/types/junit.ts'
import type { SnykResults } from '#contract/attestation/types/snyk.ts'
import type { SonarResults } from '#contract/attestation/types/sonar.ts'

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
