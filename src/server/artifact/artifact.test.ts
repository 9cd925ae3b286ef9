import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  artifactReport,
  commit,
  commitInfo,
  fingerprintOf,
  reporter,
} from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = reporter(app)
})
afterAll(() => app.close())

const fingerprint = fingerprintOf('boiler')
const get = (flow: string, fp = fingerprint, query = '') =>
  app.call('GET', `/artifacts/acme/${flow}/fingerprint/${fp}${query}`, { key: 'reader' })
const stateOf = async (flow: string) => (await get(flow)).body.state

describe('a report', () => {
  it('creates the flow and the trail, and reads back', async () => {
    const repo_info = { id: '1', name: 'acme/boiler', url: 'https://github.com/acme/boiler' }
    const external_urls = { image: { href: 'https://hub.example.com', fingerprint } }
    const annotations = { team: 'heat' }
    const answer = await report.artifact('fresh', { repo_info, external_urls, annotations })
    expect([answer.status, answer.body]).toEqual([201, 'OK'])
    const { body: artifact, status } = await get('fresh')
    expect(status).toBe(200)
    const base = 'http://localhost:8080/acme/flows/fresh/artifacts'
    expect(artifact).toEqual({
      artifact_id: expect.stringMatching(/^[0-9a-f-]{32}$/),
      filename: 'boiler:1.0',
      fingerprint,
      flow_name: 'fresh',
      flow_archived: false,
      trail_name: 'run-1',
      template_reference_name: 'boiler',
      git_commit: commit,
      git_commit_info: commitInfo,
      commit_url: commitInfo.url,
      build_url: 'https://ci.example.com/1',
      html_url: `${base}/${fingerprint}?artifact_id=${artifact.artifact_id}`,
      state: 'COMPLIANT',
      qualifiers: { ...noQualifiers, not_asked: 1 },
      created_at: expect.any(Number),
      running: [],
      exited: [],
      history: [{ event: 'boiler reported', timestamp: artifact.created_at }],
      repo_info,
      external_urls,
      annotations,
    })
    const flow = (await app.call('GET', '/flows/acme/fresh')).body
    expect(flow).toMatchObject({ template: 'version: 1\n', visibility: 'private' })
    expect(
      (await report.trail('fresh', 'run-1')).events.map((event: { type: string }) => event.type),
    ).toEqual(['trail_reported', 'artifact_creation_reported'])
  })

  it('sent again leaves no trace', async () => {
    await report.artifact('again')
    const [before, artifact] = [await countRows(app), (await get('again')).body]
    expect((await report.artifact('again')).status).toBe(201)
    expect((await report.artifact('again', { annotations: null })).status).toBe(201)
    expect(await countRows(app)).toEqual(before)
    expect((await get('again')).body).toEqual(artifact)
  })

  it('with other values on the same trail and name is an update', async () => {
    await report.artifact('update')
    const old = (await get('update')).body
    expect((await report.artifact('update', { filename: 'boiler:1.1' })).status).toBe(201)
    const artifact = (await get('update')).body
    expect(artifact).toEqual({ ...old, filename: 'boiler:1.1' })
    expect(await app.query(`select 1 from artifact where filename like 'boiler:1.1'`)).toHaveLength(
      1,
    )
    const { events } = await report.trail('update', 'run-1')
    expect(events.at(-1)).toMatchObject({
      artifact_name: 'boiler:1.1',
      artifact_id: old.artifact_id,
    })
  })

  it('on another trail or name is another record; the newest is read', async () => {
    await report.artifact('many', { trail_name: 'one' })
    await report.artifact('many', { trail_name: 'two' })
    await report.artifact('many', { trail_name: 'one', template_reference_name: 'other' })
    expect((await get('many')).body).toMatchObject({
      trail_name: 'one',
      template_reference_name: 'other',
    })
    expect((await get('many', fingerprint, '?trail=two')).body.trail_name).toBe('two')
    const unknown = await get('many', fingerprint, '?trail=three')
    expect(unknown.status).toBe(404)
  })

  it('of the legacy form needs no trail', async () => {
    const {
      fingerprint: fp,
      filename,
      git_commit,
      build_url,
      commit_url,
      repo_url,
    } = artifactReport()
    const legacy = { fingerprint: fp, filename, git_commit, build_url, commit_url, repo_url }
    const commits_list = [{ ...commitInfo, parents: ['0'.repeat(40)] }]
    const path = '/artifacts/acme/legacy'
    for (const json of [
      { ...legacy, commits_list },
      { ...legacy, commits_list },
    ]) {
      expect((await app.call('POST', path, { json })).status).toBe(201)
    }
    const { body: artifact } = await get('legacy')
    expect(artifact).toMatchObject({
      trail_name: null,
      template_reference_name: null,
      state: 'COMPLIANT',
      git_commit_info: commits_list[0],
    })
    expect(artifact.history).toEqual([
      { event: 'Artifact created', timestamp: artifact.created_at },
    ])
    expect((await app.call('POST', path, { json: { ...legacy, commits_list: null } })).status).toBe(
      201,
    )
    expect(
      await app.query(
        `select 1 from artifact join flow on flow.org_id = artifact.org_id and flow.id = flow_id
          where name = 'legacy'`,
      ),
    ).toHaveLength(1)
  })

  it('of a legacy flow is incomplete until every name is there', async () => {
    const template = ['artifact', 'unit-test']
    await app.call('PUT', '/flows/acme', { json: { name: 'names', template } })
    await report.artifact('names', { trail_name: null, template_reference_name: null })
    expect((await get('names')).body.state).toBe('INCOMPLETE')
    await report.artifact('names')
    const on = { artifact_fingerprint: fingerprint }
    await report.generic('names', 'run-1', { attestation_name: 'unit-test', ...on })
    expect((await get('names', fingerprint, '?trail=run-1')).body.state).toBe('COMPLIANT')
  })

  it('refused, creates neither flow nor trail', async () => {
    const before = await countRows(app)
    for (const bad of [{ filename: '' }, { trail_name: '-' }, { fingerprint: 'x' }]) {
      expect((await report.artifact('refused', bad)).status).toBe(400)
    }
    expect(await countRows(app)).toEqual(before)
    expect((await app.call('GET', '/flows/acme/refused')).status).toBe(404)
  })

  it('accepts long texts in fields that are no names', async () => {
    const random = Array.from({ length: 300 }, (_, n) => fingerprintOf(String(n))).join('')
    const [filename, build_url] = [random.slice(0, 1024), random.slice(0, 2048)]
    const answer = await report.artifact('long', { filename, build_url })
    expect(answer.status).toBe(201)
    for (const [field, value] of Object.entries({
      filename: `${filename}x`,
      build_url: `${build_url}x`,
      git_commit: random,
      template_reference_name: random,
      git_commit_info: { ...commitInfo, sha1: random },
    })) {
      expect((await report.artifact('long', { [field]: value })).status).toBe(400)
    }
    expect((await get('long')).body.filename).toBe(filename)
  })
})

describe('reading', () => {
  it.each([5, 6, 40, 63, 64])('takes the first %i characters', async (length) => {
    await report.artifact('prefix')
    const { status, body } = await get('prefix', fingerprint.slice(0, length))
    expect([status, body.fingerprint]).toEqual([200, fingerprint])
  })

  it('refuses a prefix of two artifacts, but not of two records of one', async () => {
    const [one, two] = ['abcdef0', 'abcdef1'].map((start) => start.padEnd(64, '0'))
    await report.artifact('ambiguous', { fingerprint: one, trail_name: 'a' })
    await report.artifact('ambiguous', { fingerprint: one, trail_name: 'b' })
    expect((await get('ambiguous', 'abcdef')).status).toBe(200)
    await report.artifact('ambiguous', { fingerprint: two, trail_name: 'c' })
    const answer = await get('ambiguous', 'abcdef')
    expect(answer.status).toBe(400)
    expect([answer.status, answer.body.code]).toEqual([400, 'ambiguous'])
    expect(answer.body.message).toContain("'abcdef' is ambiguous")
    for (const [prefix, found] of [
      ['abcdef0', one],
      ['abcdef1', two],
    ] as const) {
      expect((await get('ambiguous', prefix)).body.fingerprint).toBe(found)
    }
    expect((await get('ambiguous', 'abcdef', '?trail=c')).body.fingerprint).toBe(two)
  })

  it.each(['abcd', 'x'.repeat(64), 'A'.repeat(64), 'a'.repeat(65), 'g1234', '*****'])(
    'refuses the fingerprint %s',
    async (bad) => {
      await report.artifact('prefix')
      const answer = await get('prefix', bad)
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual({
        fingerprint: `String should match pattern '^[a-f0-9]{5,64}$' [input: ${bad}]`,
      })
    },
  )

  it('of an unknown artifact or flow is 404', async () => {
    await report.artifact('prefix')
    const unknown = fingerprintOf('unknown')
    const answer = await get('prefix', unknown)
    const message = `Artifact with fingerprint '${unknown}' does not exist in flow 'prefix' belonging to organization 'acme'`
    expect([answer.status, answer.body]).toEqual([404, { message }])
    const noFlow = "Flow named 'nowhere' does not exist for organization 'acme'"
    expect((await get('nowhere')).body).toEqual({ message: noFlow })
    // In another flow of the organization it is unknown, too.
    await report.artifact('elsewhere', { fingerprint: unknown })
    expect((await get('prefix', unknown)).status).toBe(404)
  })
})

it('shows the history of an artifact, with evidence made in advance', async () => {
  const target = { target_artifacts: ['boiler'], git_commit_info: commitInfo }
  await report.begin('history', 'run-1')
  await report.generic('history', 'run-1', { attestation_name: 'early', ...target })
  const other = { ...commitInfo, sha1: '0'.repeat(40) }
  await report.generic('history', 'run-1', {
    attestation_name: 'foreign',
    ...target,
    git_commit_info: other,
  })
  const short = { ...commitInfo, sha1: commit.slice(0, 8) }
  await report.generic('history', 'run-1', {
    attestation_name: 'short',
    ...target,
    git_commit_info: short,
  })
  await report.artifact('history')
  const on = { artifact_fingerprint: fingerprint }
  await report.generic('history', 'run-1', { attestation_name: 'late', ...on, is_compliant: false })
  await report.generic('history', 'run-1', { attestation_name: 'of-trail' })
  const { history, state } = (await get('history')).body
  expect(history.map(({ event }: { event: string }) => event)).toEqual([
    'early attestation reported',
    'short attestation reported',
    'boiler reported',
    'late attestation reported',
  ])
  expect(state).toBe('NON-COMPLIANT')
  await report.override('history', 'run-1', { attestation_name: 'late', ...on })
  const after = (await get('history')).body.history
  expect(after.at(-1).event).toBe('late attestation overridden')
})

it('counts the requirements of the template for it and for the trail', async () => {
  const template = `version: 1
trail:
  attestations: [{name: review, type: generic}]
  artifacts: [{name: boiler, attestations: [{name: scan, type: generic}]}]
`
  await report.flow('states', template)
  await report.begin('states', 'run-1')
  await report.artifact('states')
  expect(await stateOf('states')).toBe('INCOMPLETE')
  const scan = { attestation_name: 'scan', artifact_fingerprint: fingerprint }
  await report.generic('states', 'run-1', scan)
  expect(await stateOf('states')).toBe('INCOMPLETE')
  await report.generic('states', 'run-1', { attestation_name: 'review' })
  expect(await stateOf('states')).toBe('COMPLIANT')
})
