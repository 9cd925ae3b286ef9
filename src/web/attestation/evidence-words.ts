import type { Attestation } from '#contract/attestation/attestation.ts'
import { plural } from '../ui/plural.ts'
import { outcomeOf, totalsOf } from './junit-summary.ts'
import { countsOf, severities } from './snyk-summary.ts'
import { gateOf } from './sonar-summary.ts'

/** What evidence found, in a few words: "2 failed of 45 tests"; null where its type says no more. */
export function evidenceWords(attestation: Attestation): string | null {
  if (attestation.is_override) return null
  try {
    return wordsOf(attestation)
  } catch {
    // Data that is not of its type's shape: the evidence itself shows it as it is.
    return null
  }
}

function wordsOf(attestation: Extract<Attestation, { is_override: false }>): string | null {
  switch (attestation.attestation_type) {
    case 'junit': {
      const totals = totalsOf(attestation.junit_results)
      const { tests: total, failed: failures, errors } = totals
      const outcome = outcomeOf({ ...totals, name: '', total, failures, errors, timestamp: 0 })
      const tests = plural(total, 'test')
      return outcome === 'passed' ? `${tests} passed` : `${outcome} of ${tests}`
    }
    case 'snyk': {
      const counts = countsOf(attestation.processed_snyk_results)
      const found = severities.filter((severity) => counts[severity] > 0)
      return found.map((severity) => `${counts[severity]} ${severity}`).join(', ') || 'no finding'
    }
    case 'pull_request':
      return plural(attestation.pull_requests?.length ?? 0, 'pull request')
    case 'jira': {
      const absent = attestation.jira_results.filter(({ issue_exists }) => !issue_exists).length
      const issues = plural(attestation.jira_results.length, 'issue')
      return absent > 0 ? `${absent} of ${issues} not found` : issues
    }
    case 'sonar':
      return `quality gate: ${gateOf(attestation.sonar_results).word}`
    case 'system:sbom':
      return plural(attestation.attestation_data.document.package_count, 'component')
    default:
      return null
  }
}
