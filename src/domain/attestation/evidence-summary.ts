import type { Attestation } from '#contract/attestation/attestation.ts'
import type { JiraIssue } from '#contract/attestation/types/jira.ts'
import type { JunitResult } from '#contract/attestation/types/junit.ts'
import { type AttestationKind, kindOf } from '#contract/attestation/types/kind.ts'
import type { SnykResults } from '#contract/attestation/types/snyk.ts'
import type { SonarResults } from '#contract/attestation/types/sonar.ts'
import { counted } from '#domain/common/counted.ts'
import { pullsSummary } from './pull-request.ts'

/** Attestations as answers have them, by kind. */
type OfKind<K extends AttestationKind> = Extract<
  Attestation,
  { attestation_type: K extends 'custom' ? `custom:${string}` : K; is_override: false }
>

/**
 * Summarizes the findings of evidence in a few words, such as "2 failed of 45 tests"; where its
 * type has no findings, what was written beside it.
 * @returns null for an override, and where nothing says more than the verdict
 */
export function evidenceSummary(attestation: Attestation): string | null {
  if (attestation.is_override) return null
  const kind = kindOf(attestation.attestation_type)
  if (kind === null) return null
  try {
    // The kind is the attestation's own: its summary takes it.
    return (summaries[kind] as (attestation: Attestation) => string | null)(attestation)
  } catch {
    // Data that is not of its type's shape: the evidence itself shows it as it is.
    return null
  }
}

const summaries: { [K in AttestationKind]: (attestation: OfKind<K>) => string | null } = {
  generic(attestation) {
    const { description, user_data, external_urls, evidence_archive_path } = attestation
    const about = firstLine(description)
    const figures = figuresOf(user_data).slice(0, maxFigures)
    const parts = about ? [about, ...figures] : figures
    const links = Object.keys(external_urls ?? {}).slice(0, maxFigures)
    return clipped((parts.length > 0 ? parts : links).join(', ') || evidence_archive_path)
  },
  junit({ junit_results: suites }) {
    const { failed, errors, skipped, tests } = junitTotals(suites)
    const parts = [
      ...(failed > 0 ? [`${failed} failed`] : []),
      ...(errors > 0 ? [counted(errors, 'error')] : []),
    ]
    const all = counted(tests, 'test')
    if (parts.length > 0) return `${parts.join(', ')} of ${all}`
    return skipped > 0 ? `${all}, none failed, ${skipped} skipped` : `${all} passed`
  },
  snyk({ processed_snyk_results: results }) {
    const counts = snykCounts(results)
    const found = severities.filter((severity) => counts[severity] > 0)
    return found.map((severity) => `${counts[severity]} ${severity}`).join(', ') || 'no finding'
  },
  pull_request: ({ pull_requests }) => pullsSummary(pull_requests ?? []),
  jira({ jira_results: [first, ...others] }) {
    if (!first) return 'no issue'
    const issues = [first, ...others]
    const absent = issues.filter(({ issue_exists }) => !issue_exists)
    if (others.length === 0) {
      const status = absent.length > 0 ? 'not found' : issueStatus(first)
      return clipped(status ? `${first.issue_id}, ${status}` : first.issue_id)
    }
    const all = counted(issues.length, 'issue')
    return absent.length > 0 ? `${absent.length} of ${all} not found` : all
  },
  sonar({ sonar_results: results }) {
    const status = gateStatus(results)
    if (status === null) return 'no quality gate'
    return status.toUpperCase() === 'OK' ? 'quality gate passed' : `quality gate: ${status}`
  },
  custom({ rule_results, summary }) {
    const failed = rule_results.filter(({ passed }) => !passed).length
    const rows = summary.filter(({ group }) => group === undefined).map(figureOf)
    return clipped(
      [
        ...(failed > 0 ? [`${failed} of ${counted(rule_results.length, 'rule')} failed`] : []),
        ...rows.flatMap((row) => row ?? []).slice(0, maxFigures),
      ].join(', '),
    )
  },
  'system:decision': ({ control, attestation_data: { comment } }) =>
    clipped([control, ...(typeof comment === 'string' ? [firstLine(comment)] : [])].join(': ')),
  'system:sbom': ({ attestation_data }) =>
    counted(attestation_data.document.package_count, 'component'),
}

const maxFigures = 2
const maxLength = 120

/** Text of a reporter, cut after 120 characters; null where there is none. */
function clipped(text: string | null): string | null {
  const trimmed = text?.trim() || null
  if (trimmed === null || trimmed.length <= maxLength) return trimmed
  return `${trimmed.slice(0, maxLength - 1)}…`
}

const firstLine = (text: string) => text.trim().split('\n', 1)[0] ?? ''

/** "components 198", for a number or a word; null for anything else. */
function figureOf({ name, value }: { name: string; value?: unknown }): string | null {
  const isShort = typeof value === 'string' && value.length > 0 && value.length <= 24
  if (!isShort && typeof value !== 'number') return null
  return `${name.replaceAll('_', ' ')} ${isShort ? value : value.toLocaleString('en')}`
}

function figuresOf(data: unknown): string[] {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return []
  return Object.entries(data).flatMap(([name, value]) => figureOf({ name, value }) ?? [])
}

/** State of an issue in Jira, as a word or as a record with a name. */
function issueStatus({ issue_fields }: JiraIssue): string | null {
  const status = issue_fields?.['status']
  if (typeof status === 'string') return status
  const { name } = (status ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name : null
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
