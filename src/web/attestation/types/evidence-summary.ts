import type { Attestation } from '#contract/attestation/attestation.ts'
import { type AttestationKind, kindOf } from '#contract/attestation/types/kind.ts'
import { plural } from '#web/ui/plural.ts'
import { outcomeOf, totalsOf } from './junit.ts'
import type { OfKind } from './kinds.tsx'
import { countsOf, severities } from './snyk.ts'
import { gateOf } from './sonar.ts'

/** What evidence found, in a few words: "2 failed of 45 tests"; null where its type says no more. */
export function evidenceLabels(attestation: Attestation): string | null {
  if (attestation.is_override) return null
  const kind = kindOf(attestation.attestation_type)
  if (kind === null) return null
  try {
    // The kind is the attestation's own: its words take it.
    return (words[kind] as (attestation: Attestation) => string | null)(attestation)
  } catch {
    // Data that is not of its type's shape: the evidence itself shows it as it is.
    return null
  }
}

type Reported<K extends AttestationKind> = Extract<OfKind[K], { is_override: false }>

const words: { [K in AttestationKind]: (attestation: Reported<K>) => string | null } = {
  generic: () => null,
  junit({ junit_results }) {
    const totals = totalsOf(junit_results)
    const { tests: total, failed: failures, errors } = totals
    const outcome = outcomeOf({ ...totals, name: '', total, failures, errors, timestamp: 0 })
    const tests = plural(total, 'test')
    return outcome === 'passed' ? `${tests} passed` : `${outcome} of ${tests}`
  },
  snyk({ processed_snyk_results }) {
    const counts = countsOf(processed_snyk_results)
    const found = severities.filter((severity) => counts[severity] > 0)
    return found.map((severity) => `${counts[severity]} ${severity}`).join(', ') || 'no finding'
  },
  pull_request: ({ pull_requests }) => plural(pull_requests?.length ?? 0, 'pull request'),
  jira({ jira_results }) {
    const absent = jira_results.filter(({ issue_exists }) => !issue_exists).length
    const issues = plural(jira_results.length, 'issue')
    return absent > 0 ? `${absent} of ${issues} not found` : issues
  },
  sonar: ({ sonar_results }) => `quality gate: ${gateOf(sonar_results).word}`,
  custom: () => null,
  'system:decision': () => null,
  'system:sbom': ({ attestation_data }) =>
    plural(attestation_data.document.package_count, 'component'),
}
