import { spawnSync } from 'node:child_process'
import { beforeAll, expect, test, vi } from 'vitest'
import { type AttestationKind, kindOf } from '#contract/attestation/types/kind.ts'
import { results } from './attestation-results.ts'
import { type ReportTarget, reportCall } from './report-attestation.ts'

beforeAll(() => void vi.stubGlobal('location', { origin: 'https://cairn.example' }))

const target: ReportTarget = {
  org: 'acme',
  flow: 'payments',
  trail: 'build-1',
  name: 'unit-tests',
  type: 'junit',
  artifact: null,
  commit: 'c0ffee1',
}

/** Runs a call in a shell whose commands only print their arguments. */
function run(call: string | undefined, env: Record<string, string> = {}) {
  const commands = `kosli() { printf '%s\\0' "$@"; }; curl() { printf '%s\\0' "$@"; }\n`
  const { status, stdout, stderr } = spawnSync('sh', ['-c', commands + call], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  })
  return { status, stderr, words: stdout.split('\0').slice(0, -1) }
}

const dataOf = (words: readonly string[]) =>
  JSON.parse(words.find((word) => word.startsWith('data_json='))?.slice(10) ?? '{}') as object

const full = {
  CAIRN_KEY: 'key',
  COMPLIANT: 'true',
  EVIDENCE: 'review notes.pdf',
  RESULTS_DIR: 'build/results',
  JUNIT_RESULTS: '[{"name":"it\'s","failures":0,"errors":0,"skipped":0,"total":1,"duration":0.1}]',
  SCAN: 'scan.sarif',
  SNYK_RESULTS: JSON.stringify({
    schema_version: 1,
    tool: { name: 'SnykCode', version: '1.0.0' },
    results: [{ high_count: 0, medium_count: 0, low_count: 0 }],
  }),
  GITHUB_TOKEN: 'token',
  GITHUB_ORG: 'acme',
  REPOSITORY: 'payments',
  PULL_REQUESTS: '[]',
  JIRA_URL: 'https://jira.example',
  JIRA_USERNAME: 'ci',
  JIRA_API_TOKEN: 'token',
  JIRA_RESULTS: '[]',
  SONAR_TOKEN: 'token',
  SONAR_DIR: '.scannerwork',
  SONAR_RESULTS: JSON.stringify({
    serverUrl: 'https://sonar.example',
    taskId: 'TASK',
    status: 'SUCCESS',
    analysedAt: '2026-01-01T12:00:00+0000',
    revision: 'c0ffee1',
    project: { key: 'app', url: 'https://sonar.example/dashboard?id=app' },
    qualityGate: { status: 'OK', conditions: [] },
  }),
  DATA: '{"percent":85}',
  DATA_FILE: 'data.json',
  CONTROL: 'RCTL-1',
  SBOM: JSON.stringify({
    format: 'cyclonedx-1.6',
    original_fingerprint: '0'.repeat(64),
    document: { package_count: 1 },
  }),
  SBOM_FILE: 'sbom.json',
}

const typeOf = (kind: AttestationKind) => (kind === 'custom' ? 'custom:coverage' : kind)

test.each(Object.keys(results) as AttestationKind[])(
  'the calls of %s fail and name a variable while one is unset, and are reports when all are set',
  (kind) => {
    const calls = reportCall({ ...target, type: typeOf(kind) })
    for (const call of [calls?.cli, calls?.curl]) {
      const variables = [...new Set(call?.match(/(?<=\$\{)\w+/g))]
      expect(variables.length).toBeGreaterThan(0)
      for (const name of variables) {
        const { status, stderr } = run(call, { ...full, [name]: '' })
        expect(status).not.toBe(0)
        expect(stderr).toContain(`${name}: `)
      }
      expect(run(call, full)).toMatchObject({ status: 0, stderr: '' })
    }
    const { endpoint } = results[kind]
    const body = dataOf(run(calls?.curl, full).words)
    expect(endpoint.body.schema.safeParse(body).success).toBe(true)
    expect(body).toMatchObject({ git_commit_info: { sha1: 'c0ffee1' } })
  },
)

test('names the flow, the trail, the slot and the commit', () => {
  const calls = reportCall(target)
  expect(run(calls?.cli, full).words).toEqual([
    ...['attest', 'junit', '--name', 'unit-tests', '--flow', 'payments', '--trail', 'build-1'],
    ...['--commit', 'c0ffee1', '--results-dir', 'build/results', '--org', 'acme'],
    ...['--host', 'https://cairn.example'],
  ])
  const { words } = run(calls?.curl, full)
  expect(words.slice(0, 5)).toEqual([
    ...[
      '-X',
      'POST',
      'https://cairn.example/api/v2/attestations/acme/payments/trail/build-1/junit',
    ],
    ...['-H', 'Authorization: Bearer key'],
  ])
  expect(dataOf(words)).toMatchObject({ attestation_name: 'unit-tests' })
  expect(dataOf(words)).not.toHaveProperty('artifact_fingerprint')
})

test('reports on an artifact by its fingerprint, or before it is there by name and commit', () => {
  const app = { name: 'app', fingerprint: 'a'.repeat(64) }
  const there = reportCall({ ...target, artifact: app })
  expect(run(there?.cli, full).words.join(' ')).toContain(`--fingerprint ${app.fingerprint}`)
  expect(dataOf(run(there?.curl, full).words)).toMatchObject({
    artifact_fingerprint: app.fingerprint,
  })
  const early = reportCall({ ...target, artifact: { ...app, fingerprint: null }, commit: null })
  expect(run(early?.cli, { ...full, GIT_COMMIT: 'c0ffee2' }).words.join(' ')).toContain(
    '--name app.unit-tests --flow payments --trail build-1 --commit c0ffee2',
  )
  expect(run(early?.cli, full).stderr).toContain('GIT_COMMIT: commit that was built')
  expect(dataOf(run(early?.curl, { ...full, GIT_COMMIT: 'c0ffee2' }).words)).toMatchObject({
    target_artifacts: ['app'],
    git_commit_info: { sha1: 'c0ffee2' },
  })
})

test('takes no name for a command', () => {
  const name = `a'$(touch x)\`touch x\`"\${HOME}`
  const calls = reportCall({ ...target, name, flow: name })
  expect(run(calls?.cli, full).words).toContain(name)
  expect(dataOf(run(calls?.curl, full).words)).toMatchObject({ attestation_name: name })
})

test('any type is filled by a generic report; an unknown one by none', () => {
  expect(reportCall({ ...target, type: '*' })?.cli).toContain('kosli attest generic')
  expect(reportCall({ ...target, type: 'coverage' })).toBeNull()
  expect(kindOf('custom:jira')).toBe('custom')
  expect(['constructor', 'custom', 'coverage'].map(kindOf)).toEqual([null, null, null])
})

test('a custom type and the control of a decision are named', () => {
  const custom = reportCall({ ...target, type: 'custom:coverage' })
  expect(custom?.cli).toContain('--type coverage')
  expect(dataOf(run(custom?.curl, full).words)).toMatchObject({ type_name: 'coverage' })
  const decision = reportCall({ ...target, type: 'system:decision', control: 'RCTL-7' })
  expect(decision?.cli).toContain('--control RCTL-7')
  expect(dataOf(run(decision?.curl, full).words)).toMatchObject({ control: 'RCTL-7' })
})
