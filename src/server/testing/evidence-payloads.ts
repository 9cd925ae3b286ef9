import type { PayloadOf, verdictOf } from '#domain/attestation/attestation-verdict.ts'
import { junitResult } from './reporter.ts'

/** Payloads of evidence types, valid and compliant, for tests to change. */
export const snykResults = {
  schema_version: 1 as const,
  tool: { name: 'SnykCode', version: '1.0.0' },
  results: [{ high_count: 0, medium_count: 0, low_count: 0 }],
}

export const vulnerability = {
  id: 'javascript/NoRateLimiting',
  message: 'Expensive operation without a limit',
  locations: [{ uri: 'src/b.js', lines: '9' }],
  priority_score: 401,
}

export const pullRequest = {
  merge_commit: '1f0c4a9b7d2e63588e1a40c9d7b6f5e4a3928170',
  url: 'https://github.com/acme/boiler/pull/7',
  state: 'MERGED',
  approvers: ['mei', { username: 'ada', state: 'APPROVED', timestamp: 1_700_000_000 }],
  author: 'tomas',
  created_at: 1_699_000_000,
  merged_at: 1_700_000_000,
  title: 'Fix the boiler',
  head_ref: 'fix',
  base_ref: 'main',
  commits: [
    { sha1: 'a1b2c3d', message: 'Fix', author: 'tomas', timestamp: 1_699_000_000, branch: 'fix' },
  ],
}

export const jiraIssue = {
  issue_id: 'BOIL-7',
  issue_url: 'https://acme.atlassian.net/browse/BOIL-7',
  issue_exists: true,
  issue_fields: { summary: 'The boiler is cold', status: { name: 'Done' } },
}

export const sonarResults = {
  serverUrl: 'https://sonar.acme.example',
  taskId: 'AYx',
  status: 'SUCCESS',
  analysedAt: '2026-11-20T09:00:00+0000',
  revision: '1f0c4a9b7d2e63588e1a40c9d7b6f5e4a3928170',
  project: { key: 'boiler', name: 'Boiler', url: 'https://sonar.acme.example/dashboard?id=boiler' },
  qualityGate: {
    status: 'OK',
    conditions: [
      { metric: 'coverage', errorThreshold: '80', operator: 'LT', value: '91.2', status: 'OK' },
    ],
  },
}

const sbom = {
  format: 'cyclonedx-1.6',
  original_fingerprint: 'a'.repeat(64),
  document: { package_count: 1 },
}
const decision = (is_compliant: boolean) => ({
  type_name: 'decision' as const,
  control: 'RCTL-1',
  attestation_data: { is_compliant },
})

/** A compliant report of every type, and one that is not; null where there is none. */
export const reportsOf: {
  [K in keyof typeof verdictOf]: [compliant: PayloadOf<K>, other: PayloadOf<K> | null]
} = {
  generic: [{}, { is_compliant: false }],
  junit: [{ junit_results: [junitResult] }, { junit_results: [] }],
  snyk: [
    { snyk_results: snykResults },
    { snyk_results: { ...snykResults, results: [{ ...snykResults.results[0]!, low_count: 1 }] } },
  ],
  pull_request: [
    { git_provider: 'github', pull_requests: [pullRequest] },
    { git_provider: 'github', pull_requests: [] },
  ],
  jira: [{ jira_results: [jiraIssue] }, { jira_results: [] }],
  sonar: [
    { sonar_results: sonarResults },
    { sonar_results: { ...sonarResults, qualityGate: null } },
  ],
  'system:decision': [decision(true), decision(false)],
  'system:sbom': [{ type_name: 'sbom', attestation_data: sbom }, null],
}
