import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  jiraIssue,
  pullRequest,
  snykResults,
  sonarResults,
  vulnerability,
} from '#server/testing/evidence-payloads.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { commitInfo, junitResult } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const send = (kind: string, fields: object, trail = 'run', flow = 'absurd') =>
  app.call('POST', `/attestations/acme/${flow}/trail/${trail}/${kind}`, {
    form: dataForm({ attestation_name: 'check', ...fields }),
  })
const read = async (id: string) =>
  (await app.call('GET', `/attestations/acme?attestation_id=${id}`)).body.data[0]

const gate = { status: 'OK', conditions: [sonarResults.qualityGate.conditions[0]] }

/** A valid payload of every type, of which one value is changed. */
const sound = {
  generic: { is_compliant: true, git_commit_info: commitInfo },
  junit: { junit_results: [junitResult, { ...junitResult }] },
  snyk: {
    snyk_results: {
      ...snykResults,
      results: [{ ...snykResults.results[0], high_count: 1, high: [vulnerability] }],
    },
  },
  pull_request: { git_provider: 'github', pull_requests: [pullRequest] },
  jira: { jira_results: [jiraIssue] },
  sonar: { sonar_results: { ...sonarResults, qualityGate: gate } },
}
type Kind = keyof typeof sound

/** The payload with another value at a dotted path; undefined removes the field. */
function spoilt(kind: Kind, path: string, value: unknown): object {
  const copy = structuredClone(sound[kind]) as Record<string, unknown>
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let place = copy
  for (const key of keys) place = place[key] as Record<string, unknown>
  if (value === undefined) delete place[last]
  else place[last] = value
  return copy
}

describe('a missing field is named by its path, and nothing is stored', () => {
  it.each<[Kind, string]>([
    ['junit', 'junit_results'],
    ['junit', 'junit_results.1.name'],
    ['junit', 'junit_results.0.total'],
    ['snyk', 'snyk_results.tool'],
    ['snyk', 'snyk_results.tool.version'],
    ['snyk', 'snyk_results.results'],
    ['snyk', 'snyk_results.results.0.medium_count'],
    ['snyk', 'snyk_results.results.0.high.0.message'],
    ['snyk', 'snyk_results.results.0.high.0.locations.0.uri'],
    ['pull_request', 'git_provider'],
    ['pull_request', 'pull_requests.0.merge_commit'],
    ['pull_request', 'pull_requests.0.state'],
    ['pull_request', 'pull_requests.0.approvers'],
    ['pull_request', 'pull_requests.0.commits'],
    ['pull_request', 'pull_requests.0.commits.0.sha1'],
    ['pull_request', 'pull_requests.0.commits.0.timestamp'],
    ['jira', 'jira_results.0.issue_id'],
    ['jira', 'jira_results.0.issue_url'],
    ['jira', 'jira_results.0.issue_exists'],
    ['sonar', 'sonar_results.serverUrl'],
    ['sonar', 'sonar_results.taskId'],
    ['sonar', 'sonar_results.analysedAt'],
    ['sonar', 'sonar_results.revision'],
    ['sonar', 'sonar_results.project'],
    ['sonar', 'sonar_results.qualityGate.status'],
    ['sonar', 'sonar_results.qualityGate.conditions'],
    ['sonar', 'sonar_results.qualityGate.conditions.0.errorThreshold'],
    ['sonar', 'sonar_results.qualityGate.conditions.0.status'],
  ])('%s without %s', async (kind, path) => {
    const before = await countRows(app)
    const answer = await send(kind, spoilt(kind, path, undefined))
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual({ [path]: 'Field required' })
    expect(await countRows(app)).toEqual(before)
  })
})

describe('an absurd value is refused by its path, with the value as sent', () => {
  const count = 'greater than or equal to 0'
  it.each<[Kind, string, unknown, string]>([
    ['junit', 'junit_results.1.failures', -1, `${count} [input: -1]`],
    ['junit', 'junit_results.1.skipped', 0.5, 'valid integer [input: 0.5]'],
    ['junit', 'junit_results.0.total', 1e300, '[input: 1e+300]'],
    ['junit', 'junit_results.0.duration', null, 'valid number [input: null]'],
    ['junit', 'junit_results.0', [], 'valid object [input: []]'],
    ['snyk', 'snyk_results.results.0.high_count', -7, `${count} [input: -7]`],
    ['snyk', 'snyk_results.results.0.medium_count', 2.5, 'valid integer [input: 2.5]'],
    ['snyk', 'snyk_results.results.0.low_count', '3', '[input: 3]'],
    ['snyk', 'snyk_results.results.0.high', 'many', 'valid list [input: many]'],
    ['snyk', 'snyk_results.results.0.high.0.priority_score', 'high', 'valid number [input: high]'],
    ['snyk', 'snyk_results.results.0.high.0.locations', {}, 'valid list [input: {}]'],
    ['pull_request', 'pull_requests', 'none', 'valid list [input: none]'],
    ['pull_request', 'pull_requests.0.merged_at', '2026', 'valid number [input: 2026]'],
    ['pull_request', 'pull_requests.0.commits.0.verified', 'yes', 'valid boolean [input: yes]'],
    ['jira', 'jira_results.0.issue_fields', 'Done', 'valid object [input: Done]'],
    ['jira', 'jira_results.0', null, 'valid object [input: null]'],
    ['sonar', 'sonar_results', 'OK', 'valid object [input: OK]'],
    ['sonar', 'sonar_results.qualityGate.conditions.0.value', 91.2, 'valid string [input: 91.2]'],
    ['sonar', 'sonar_results.pullRequest', 7, 'valid string [input: 7]'],
    ['generic', 'is_compliant', 'true', 'valid boolean [input: true]'],
    ['generic', 'is_compliant', 1, 'valid boolean [input: 1]'],
    ['generic', 'git_commit_info.timestamp', 'soon', 'valid number [input: soon]'],
    [
      'generic',
      'git_commit_info.sha1',
      'HEAD',
      "match pattern '^[a-fA-F0-9]{5,64}$' [input: HEAD]",
    ],
  ])('%s with %s = %j', async (kind, path, value, reason) => {
    const before = await countRows(app)
    const answer = await send(kind, spoilt(kind, path, value))
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors)).toEqual([path])
    expect(answer.body.errors[path]).toContain(reason)
    expect(await countRows(app)).toEqual(before)
  })

  it('a number out of range', async () => {
    const json = JSON.stringify({ attestation_name: 'check', ...sound.junit })
    const content = json.replace('1.25', '1e999')
    const answer = await app.call('POST', '/attestations/acme/absurd/trail/run/junit', {
      form: [{ name: 'data_json', content }],
    })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors)).toEqual(['junit_results.0.duration'])
  })

  it('thousands of bad suites are refused in an answer of readable size', async () => {
    const junit_results = Array.from({ length: 3000 }, () => ({ ...junitResult, total: -1 }))
    const answer = await send('junit', { junit_results })
    expect(answer.status).toBe(400)
    expect(answer.text.length).toBeLessThan(20_000)
    expect(answer.body.errors['junit_results.0.total']).toContain('[input: -1]')
  })
})

describe('unusual but valid values are stored as they are', () => {
  const year3000 = 32_503_680_000
  it.each<[Kind, string, unknown]>([
    ['junit', 'junit_results.0.timestamp', year3000],
    ['junit', 'junit_results.0.timestamp', -1],
    ['junit', 'junit_results.0.total', Number.MAX_SAFE_INTEGER],
    ['pull_request', 'pull_requests.0.merged_at', year3000],
    ['pull_request', 'pull_requests.0.commits.0.timestamp', year3000],
    ['pull_request', 'pull_requests.0.url', 'javascript:alert(1)'],
    ['pull_request', 'pull_requests.0.title', '<img src=x onerror=alert(1)>'],
    ['jira', 'jira_results.0.issue_id', '../../etc/passwd'],
    ['jira', 'jira_results.0.issue_fields', { __proto__x: { constructor: 1 } }],
    ['snyk', 'snyk_results.results.0.high.0.id', "'; drop table attestation; --"],
    ['sonar', 'sonar_results.analysedAt', 'not a date'],
    ['generic', 'git_commit_info.timestamp', year3000],
    ['generic', 'git_commit_info.message', '\u202egnp.exe\u200b \u0007'],
  ])('%s with %s = %j', async (kind, path, value) => {
    const { status, body: id } = await send(kind, spoilt(kind, path, value), 'strange')
    expect(status).toBe(201)
    const item = JSON.stringify(await read(id))
    expect(item).toContain(JSON.stringify(value))
    const trail = await app.call('GET', '/trails/acme/absurd/strange')
    expect(trail.status).toBe(200)
  })

  it('a clock in the future never makes evidence the newest', async () => {
    const info = { ...commitInfo, timestamp: year3000 }
    await send('generic', { is_compliant: false, git_commit_info: info }, 'future')
    await send('generic', { is_compliant: true }, 'future')
    const { body } = await app.call('GET', '/trails/acme/absurd/future')
    expect(body.compliance_state).toBe('COMPLIANT')
    expect(body.created_at).toBeLessThan(Date.now() / 1000 + 1)
  })
})

describe('hostile names are refused on their field, and nothing is stored', () => {
  const names = ['', ' ', 'a b', 'a/b', '..', 'ä', 'a\nb', 'a'.repeat(256), '<b>', 'a.b', '%2e']
  it.each(names)('attestation %j', async (attestation_name) => {
    const before = await countRows(app)
    const answer = await send('generic', { attestation_name })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors)).toEqual(['attestation_name'])
    expect(await countRows(app)).toEqual(before)
  })

  it.each(['-a', '_a', 'a b', 'ä', 'a'.repeat(256), 'a\u0000', '<b>'])('trail %j', async (name) => {
    const before = await countRows(app)
    const answer = await send('generic', {}, encodeURIComponent(name))
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.errors)).toEqual(['trail_name'])
    expect(await countRows(app)).toEqual(before)
  })

  it.each(['template_file', 'list_attestations_for_criteria', '~a', 'a:b'])(
    'flow %j',
    async (name) => {
      const answer = await send('generic', {}, 'run', encodeURIComponent(name))
      expect(answer.status).toBe(400)
      expect(Object.keys(answer.body.errors)).toEqual(['flow_name'])
    },
  )

  it('names of JavaScript are ordinary names', async () => {
    for (const name of ['constructor', '__proto__', 'toString']) {
      const { status } = await send('generic', { attestation_name: name }, 'objects', 'constructor')
      expect(status).toBe(201)
    }
    const { body } = await app.call('GET', '/trails/acme/constructor/objects')
    expect(body.compliance_status.attestations_statuses).toHaveLength(3)
  })
})
