import { expect, it } from 'vitest'
import type { Attestation } from '#contract/attestation/attestation.ts'
import { evidenceSummary } from './evidence-summary.ts'

const suite = {
  name: 'unit',
  failures: 2,
  errors: 1,
  skipped: 0,
  total: 30,
  duration: 1,
  timestamp: 1,
}
const of = (attestation_type: string, data: object) =>
  ({ attestation_type, is_override: false, ...data }) as Attestation

it.each([
  ['2 failed, 1 error of 30 tests', of('junit', { junit_results: [suite] })],
  ['30 tests passed', of('junit', { junit_results: [{ ...suite, failures: 0, errors: 0 }] })],
  [
    '2 high, 5 low',
    of('snyk', {
      processed_snyk_results: { results: [{ high_count: 2, medium_count: 0, low_count: 5 }] },
    }),
  ],
  ['0 pull requests', of('pull_request', { pull_requests: [] })],
  ['1 of 2 issues not found', of('jira', { jira_results: [{ issue_exists: true }, {}] })],
  ['quality gate: ERROR', of('sonar', { sonar_results: { qualityGate: { status: 'ERROR' } } })],
  ['1 component', of('system:sbom', { attestation_data: { document: { package_count: 1 } } })],
  [null, of('generic', {})],
  [null, of('junit', { junit_results: null })],
  [null, { ...of('junit', {}), is_override: true } as Attestation],
])('%s', (words, attestation) => {
  expect(evidenceSummary(attestation)).toBe(words)
})
