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

const skipping = { failures: 0, errors: 0, skipped: 3 }
const issue = (issue_fields: object) => ({ issue_id: 'RISK-7', issue_exists: true, issue_fields })
const generic = (data: object) =>
  of('generic', { description: '', user_data: {}, external_urls: {}, ...data })
const rules = [{ passed: true }, { passed: false }]
const rows = [
  { name: 'files', value: [1] },
  { name: 'lines', value: 83.4 },
  { name: 'of one', value: 1, group: 0 },
]
const decided = (attestation_data: object) => ({ control: 'SC-1', attestation_data })

it.each([
  ['2 failed, 1 error of 30 tests', of('junit', { junit_results: [suite] })],
  ['30 tests passed', of('junit', { junit_results: [{ ...suite, failures: 0, errors: 0 }] })],
  [
    '2 high, 5 low',
    of('snyk', {
      processed_snyk_results: { results: [{ high_count: 2, medium_count: 0, low_count: 5 }] },
    }),
  ],
  ['30 tests, none failed, 3 skipped', of('junit', { junit_results: [{ ...suite, ...skipping }] })],
  ['1 of 2 issues not found', of('jira', { jira_results: [{ issue_exists: true }, {}] })],
  ['no issue', of('jira', { jira_results: [] })],
  ['RISK-7, not found', of('jira', { jira_results: [{ issue_id: 'RISK-7' }] })],
  ['RISK-7, Accepted', of('jira', { jira_results: [issue({ status: 'Accepted' })] })],
  ['RISK-7, Done', of('jira', { jira_results: [issue({ status: { name: 'Done' } })] })],
  ['RISK-7', of('jira', { jira_results: [issue({ status: [1] })] })],
  ['quality gate passed', of('sonar', { sonar_results: { qualityGate: { status: 'ok' } } })],
  ['quality gate: ERROR', of('sonar', { sonar_results: { qualityGate: { status: 'ERROR' } } })],
  ['1 component', of('system:sbom', { attestation_data: { document: { package_count: 1 } } })],
  ['Signed, key risk-2026', generic({ description: ' Signed, key risk-2026\nby hand' })],
  ['Made, components 1,198', generic({ description: 'Made', user_data: { components: 1198 } })],
  ['gap 1.8, limit 5 %', generic({ user_data: { gap: 1.8, of: [1], limit: '5 %', more: 1 } })],
  ['RISK-7', generic({ external_urls: { 'RISK-7': { href: 'https://jira.example/RISK-7' } } })],
  ['card.md', generic({ evidence_archive_path: 'card.md' })],
  [`${'x'.repeat(119)}…`, generic({ description: 'x'.repeat(500) })],
  [null, generic({ user_data: 'text' })],
  [null, generic({ user_data: [1, 2] })],
  ['lines 83.4', of('custom:coverage', { rule_results: [], summary: rows })],
  ['1 of 2 rules failed, lines 83.4', of('custom:x', { rule_results: rules, summary: rows })],
  ['SC-1: Read by Jo', of('system:decision', decided({ comment: 'Read by Jo\nand others' }))],
  ['SC-1', of('system:decision', decided({}))],
  [null, of('junit', { junit_results: null })],
  [null, { ...of('junit', {}), is_override: true } as Attestation],
])('%s', (text, attestation) => {
  expect(evidenceSummary(attestation)).toBe(text)
})
