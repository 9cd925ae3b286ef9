import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  jiraIssue,
  pullRequest,
  reportsOf,
  snykResults,
  sonarResults,
  vulnerability,
} from '#server/testing/evidence-payloads.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const attest = (kind: string, fields: object) =>
  app.call('POST', `/attestations/acme/boiler/trail/run/${kind}`, {
    form: dataForm({ attestation_name: 'check', ...fields }),
  })
const findings = (counts: object) => ({
  snyk_results: { ...snykResults, results: [{ ...snykResults.results[0], ...counts }] },
})
const pulls = (pull_requests: unknown, git_provider = 'github') => ({ pull_requests, git_provider })
const issues = (jira_results: unknown) => ({ jira_results })
const sonar = (changes: object) => ({ sonar_results: { ...sonarResults, ...changes } })
const gate = (status: string) => sonar({ qualityGate: { status, conditions: [] } })

describe('a report is evaluated by its type', () => {
  it.each<[kind: string, what: string, fields: object, verdict: boolean]>([
    ['snyk', 'nothing found', findings({}), true],
    ['snyk', 'no result', { snyk_results: { ...snykResults, results: [] } }, true],
    ['snyk', 'a low finding', findings({ low_count: 1, low: [vulnerability] }), false],
    ['snyk', 'a high count alone', findings({ high_count: 1, high: null }), false],
    ['pull_request', 'one', pulls([pullRequest]), true],
    ['pull_request', 'one that is open', pulls([{ ...pullRequest, state: 'OPEN' }]), true],
    ['pull_request', 'one without approver', pulls([{ ...pullRequest, approvers: [] }]), true],
    ['pull_request', 'none', pulls([]), false],
    ['pull_request', 'null', pulls(null), false],
    ['pull_request', 'null approvers', pulls([{ ...pullRequest, approvers: null }]), true],
    ['snyk', 'null for no result', { snyk_results: { ...snykResults, results: null } }, true],
    ['junit', 'null for no suite', { junit_results: null }, false],
    ['jira', 'null for no issue', issues(null), false],
    ['jira', 'an issue', issues([jiraIssue]), true],
    [
      'jira',
      'one that does not exist',
      issues([jiraIssue, { ...jiraIssue, issue_exists: false }]),
      false,
    ],
    ['jira', 'none', issues([]), false],
    ['sonar', 'a passed gate', sonar({}), true],
    ['sonar', 'in lower case', gate('ok'), true],
    ['sonar', 'a failed gate', gate('ERROR'), false],
    ['sonar', 'no gate', sonar({ qualityGate: undefined }), false],
    ['sonar', 'a null gate', sonar({ qualityGate: null }), false],
  ])('%s with %s', async (kind, _what, fields, verdict) => {
    const { status, body: id } = await attest(kind, fields)
    expect(status).toBe(201)
    const { body } = await app.call('GET', `/attestations/acme?attestation_id=${id}`)
    expect(body.data[0]).toMatchObject({ attestation_type: kind, is_compliant: verdict })
  })
})

it.each(Object.entries(reportsOf))(
  'a report of %s is stored as one, with its verdict',
  async (kind, [compliant, other]) => {
    for (const [fields, verdict] of [[compliant, true] as const, [other, false] as const]) {
      if (!fields) continue
      const { body: id } = await attest(kind.split(':')[0]!, fields)
      const { body } = await app.call('GET', `/attestations/acme?attestation_id=${id}`)
      expect(body.data[0]).toMatchObject({ attestation_type: kind, is_compliant: verdict })
    }
  },
)

describe('type data is read back as it was sent', () => {
  it.each([
    [
      'snyk',
      findings({ high_count: 1, high: [vulnerability] }),
      'snyk_results',
      'processed_snyk_results',
    ],
    ['pull_request', pulls([pullRequest]), 'pull_requests', 'pull_requests'],
    ['jira', issues([jiraIssue]), 'jira_results', 'jira_results'],
    ['sonar', sonar({}), 'sonar_results', 'sonar_results'],
  ])('%s', async (kind, fields, sent, read) => {
    const { body: id } = await attest(kind, fields)
    const { body } = await app.call('GET', `/attestations/acme?attestation_id=${id}`)
    expect(body.data[0][read]).toEqual(fields[sent as keyof typeof fields])
  })

  it.each([
    ['junit', { junit_results: null }, { junit_results: [] }],
    ['jira', issues(null), issues([])],
    [
      'pull_request',
      pulls([{ ...pullRequest, approvers: null, commits: null }]),
      pulls([{ ...pullRequest, approvers: [], commits: [] }]),
    ],
    [
      'snyk',
      { snyk_results: { ...snykResults, results: null } },
      { processed_snyk_results: { ...snykResults, results: [] } },
    ],
    [
      'sonar',
      sonar({ qualityGate: { status: 'OK', conditions: null } }),
      sonar({ qualityGate: { status: 'OK', conditions: [] } }),
    ],
  ])('%s with null for an empty list', async (kind, sent, read) => {
    const { status, body: id } = await attest(kind, sent)
    expect(status).toBe(201)
    const { body } = await app.call('GET', `/attestations/acme?attestation_id=${id}`)
    expect(body.data[0]).toMatchObject(read)
  })

  it('shows the provider of pull requests', async () => {
    const { body: id } = await attest('pull_request', pulls([pullRequest], 'azure'))
    const { body } = await app.call('GET', `/attestations/acme?attestation_id=${id}`)
    expect(body.data[0].git_provider).toBe('azure')
  })
})

describe('a bad report is refused by the path of the error, and nothing is stored', () => {
  it.each<[kind: string, fields: object, path: string, text: string]>([
    ['snyk', {}, 'snyk_results', 'Field required'],
    [
      'snyk',
      findings({ high_count: -1 }),
      'snyk_results.results.0.high_count',
      'greater than or equal to 0 [input: -1]',
    ],
    [
      'snyk',
      findings({ low_count: 1.5 }),
      'snyk_results.results.0.low_count',
      'valid integer [input: 1.5]',
    ],
    [
      'snyk',
      findings({ high: [{ id: 1, message: '' }] }),
      'snyk_results.results.0.high.0.id',
      'valid string [input: 1]',
    ],
    [
      'snyk',
      { snyk_results: { ...snykResults, schema_version: 2 } },
      'snyk_results.schema_version',
      'should be 1 [input: 2]',
    ],
    ['pull_request', { pull_requests: [] }, 'git_provider', 'Field required'],
    ['pull_request', { git_provider: 'github' }, 'pull_requests', 'Field required'],
    [
      'pull_request',
      pulls([], 'sourceforge'),
      'git_provider',
      "'github', 'gitlab', 'bitbucket' or 'azure' [input: sourceforge]",
    ],
    [
      'pull_request',
      pulls([{ ...pullRequest, url: 7 }]),
      'pull_requests.0.url',
      'valid string [input: 7]',
    ],
    ['jira', {}, 'jira_results', 'Field required'],
    [
      'jira',
      issues([{ ...jiraIssue, issue_exists: 'yes' }]),
      'jira_results.0.issue_exists',
      'valid boolean [input: yes]',
    ],
    ['jira', issues({}), 'jira_results', 'valid list'],
    ['sonar', {}, 'sonar_results', 'Field required'],
    ['sonar', sonar({ project: { url: '' } }), 'sonar_results.project.key', 'Field required'],
    [
      'sonar',
      sonar({ qualityGate: { status: 'OK', conditions: [{}] } }),
      'sonar_results.qualityGate.conditions.0.metric',
      'Field required',
    ],
  ])('%s, %j', async (kind, fields, path, text) => {
    const before = await countRows(app)
    const { status, body } = await attest(kind, fields)
    expect(status).toBe(400)
    expect(body.message).toBe('Input payload validation failed')
    expect(body.errors[path]).toContain(text)
    expect(await countRows(app)).toEqual(before)
  })
})
