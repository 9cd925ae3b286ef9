import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'

let app: TestApp
let now = 1_800_000_000
const template = `trail:
  attestations: [{name: review, type: generic}]
  artifacts: [{name: app, attestations: [{name: scan, type: generic}, {name: tests, type: junit}]}]
`
const print = (index: number) => fingerprintOf(`build ${index}`)
const hostile = `<img src=x onerror=alert(1)>'"%_\\ ${'x'.repeat(300)}`

beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  const report = reporter(app)
  await report.flow('built', template)
  await report.flow('other')
  for (const index of [0, 1, 2]) {
    await report.artifact('built', {
      fingerprint: print(index),
      filename: `acme/App:1.${index}`,
      template_reference_name: 'app',
      trail_name: `run-${index}`,
    })
  }
  const on = { artifact_fingerprint: print(1) }
  await report.generic('built', 'run-1', { attestation_name: 'scan', is_compliant: false, ...on })
  await report.generic('built', 'run-1', { attestation_name: 'extra', ...on })
  await report.generic('built', 'run-1', { attestation_name: 'review' })
  await report.artifact('built', { fingerprint: print(1), trail_name: 'again' })
  await report.artifact('other', { fingerprint: print(1), trail_name: 'run' })
  await report.artifact('other', {
    fingerprint: print(0),
    trail_name: null,
    template_reference_name: null,
    filename: hostile,
    build_url: 'javascript:alert(1)',
    commit_url: 'data:text/html,x',
    annotations: { note: hostile },
    external_urls: { [hostile]: { href: 'javascript:alert(1)' } },
    git_commit_info: { ...commitInfo, url: 'javascript:alert(1)', message: hostile },
  })
})
afterAll(() => app.close())

const list = (flow: string, query = '') =>
  app.call('GET', `/cairn/acme/flows/${flow}/artifacts${query}`, { key: 'reader' })
const detail = (flow: string, fingerprint: string, query = '') =>
  app.call('GET', `/cairn/acme/flows/${flow}/artifacts/${fingerprint}${query}`, { key: 'reader' })
const find = (text: string) => app.call('GET', `/cairn/acme/artifacts/${text}`, { key: 'reader' })
const names = (body: { data: { filename: string }[] }) => body.data.map((one) => one.filename)

describe('the list of a flow', () => {
  it('is newest first, paged, with a total', async () => {
    const { body } = await list('built', '?per_page=2')
    expect(body.pagination).toEqual({ total: 4, page: 1, per_page: 2, page_count: 2 })
    expect(body.data[0]).toMatchObject({ trail_name: 'again', fingerprint: print(1) })
    const second = await list('built', '?per_page=2&page=2')
    expect(names(second.body)).toEqual(['acme/App:1.1', 'acme/App:1.0'])
    expect(second.body.data[0]).toEqual({
      artifact_id: expect.any(String),
      filename: 'acme/App:1.1',
      fingerprint: print(1),
      flow_name: 'built',
      trail_name: 'run-1',
      template_reference_name: 'app',
      git_commit: commitInfo.sha1,
      git_commit_info: commitInfo,
      commit_url: commitInfo.url,
      build_url: 'https://ci.example.com/1',
      state: 'NON-COMPLIANT',
      created_at: expect.any(Number),
      qualifiers: { ...noQualifiers, judged: 1 },
      running_in: [],
      because_of: { attestation_name: 'scan', attestation_id: expect.any(String), more: 0 },
    })
    expect(second.body.data[1].because_of).toEqual({
      attestation_name: 'scan',
      attestation_id: null,
      more: 2,
    })
  })

  it('says which overrides carry a state, and where an artifact runs', async () => {
    const report = reporter(app)
    const fingerprint = fingerprintOf('overridden')
    const on = { artifact_fingerprint: fingerprint, attestation_name: 'scan' }
    await report.flow(
      'accepted',
      'trail: {artifacts: [{name: app, attestations: [{name: scan, type: generic}]}]}',
    )
    const reported = { fingerprint, template_reference_name: 'app', trail_name: 'run' }
    await report.artifact('accepted', reported)
    await report.generic('accepted', 'run', { ...on, is_compliant: false })
    await report.override('accepted', 'run', on)
    const place = { name: 'accepting', type: 'server' }
    await app.call('PUT', '/environments/acme', { json: place, key: 'snapshotter' })
    await app.call('PUT', '/environments/acme/accepting/report/server', {
      json: { artifacts: [{ digests: { app: fingerprint }, creationTimestamp: 1 }] },
      key: 'snapshotter',
    })
    const { body } = await list('accepted')
    expect(body.data).toEqual([
      expect.objectContaining({
        state: 'COMPLIANT',
        qualifiers: { ...noQualifiers, judged: 1, overridden: 1 },
        because_of: { attestation_name: 'scan', attestation_id: expect.any(String), more: 0 },
        running_in: [
          { environment_name: 'accepting', snapshot_index: 1, stale_at: expect.any(Number) },
        ],
      }),
    ])
    const found = await find(fingerprint)
    expect(found.body.data[0].qualifiers.overridden).toBe(1)
  })

  it.each([
    ['?name=APP', 3],
    ['?name=1.2', 1],
    ['?name=%25', 0],
    ['?verdict=NON-COMPLIANT', 1],
    ['?verdict=NON-COMPLIANT&verdict=INCOMPLETE', 4],
    ['?verdict=COMPLIANT', 0],
    ['?verdict=INCOMPLETE&name=app', 2],
    ['?from_timestamp=1900000000', 0],
    ['?to_timestamp=1900000000', 4],
    ['?page=9', 4],
  ])('%s counts %i', async (query, total) => {
    const { body, status } = await list('built', query)
    expect([status, body.pagination.total]).toEqual([200, total])
    if (!query.includes('page')) expect(body.data).toHaveLength(total)
  })

  it('filters by the verdict of records without a trail, too', async () => {
    expect((await list('other', '?verdict=COMPLIANT')).body.data).toHaveLength(2)
    expect((await list('other', '?verdict=INCOMPLETE')).body.pagination.total).toBe(0)
  })

  it.each(['?page=0', '?per_page=501', '?verdict=MISSING', '?from_timestamp=soon'])(
    'refuses %s',
    async (query) => expect((await list('built', query)).status).toBe(400),
  )

  it('of an unknown flow is 404', async () => {
    expect((await list('absent')).status).toBe(404)
  })
})

describe('one artifact', () => {
  it('shows its slots, those of its trail, and its other reports', async () => {
    const { body: newest } = await detail('built', print(1))
    expect(newest.artifact.trail_name).toBe('again')
    const { trail_name, artifact_id, state } = newest.reports[1]
    expect([trail_name, state]).toEqual(['run-1', 'NON-COMPLIANT'])
    const { body } = await detail('built', print(1), `?artifact_id=${artifact_id}`)
    expect(body.artifact).toMatchObject({ artifact_id, trail_name: 'run-1', state })
    const slots = body.slots.map((slot: Record<string, unknown>) => [
      slot['scope'],
      slot['attestation_name'],
      slot['status'],
      slot['unexpected'],
      slot['reported_by'],
    ])
    expect(slots).toEqual([
      ['artifact', 'scan', 'COMPLETE', false, 'member'],
      ['artifact', 'tests', 'MISSING', false, null],
      ['artifact', 'extra', 'COMPLETE', true, 'member'],
      ['trail', 'review', 'COMPLETE', false, 'member'],
    ])
    expect(body.has_more_reports).toBe(false)
  })

  it('is the newest report if no report has the id', async () => {
    for (const id of ['none', '%27', newestOfOther]) {
      const { body, status } = await detail('built', print(1), `?artifact_id=${id}`)
      expect([status, body.artifact.trail_name]).toEqual([200, 'again'])
    }
  })
  const newestOfOther = '00000000-0000-0000-0000-00000000'

  it('shows hostile text as it is', async () => {
    const { body } = await detail('other', print(0).slice(0, 12))
    expect(body.artifact).toMatchObject({
      filename: hostile,
      trail_name: null,
      state: 'COMPLIANT',
      annotations: { note: hostile },
      build_url: 'javascript:alert(1)',
    })
    expect(body.slots).toEqual([])
  })

  it.each([
    ['absent', print(1), 404],
    ['built', fingerprintOf('unknown'), 404],
    ['built', 'abcd', 400],
    ['built', 'HEAD-of-it', 400],
  ])('in %s, of %s is %i', async (flow, fingerprint, status) => {
    expect((await detail(flow, fingerprint)).status).toBe(status)
  })
})

describe('a search in all flows', () => {
  it('finds the newest report of each flow, by the whole or the start', async () => {
    for (const text of [print(1), print(1).slice(0, 7)]) {
      const { body } = await find(text)
      const found = body.data.map((one: Record<string, unknown>) => [
        one['flow_name'],
        one['trail_name'],
      ])
      expect(found.sort()).toEqual([
        ['built', 'again'],
        ['other', 'run'],
      ])
      expect(body.has_more).toBe(false)
    }
    expect((await find(print(2))).body.data).toHaveLength(1)
    expect((await find(fingerprintOf('unknown'))).body).toEqual({
      data: [],
      has_more: false,
      seen: [],
    })
  })

  it('is of one organization, and of active flows', async () => {
    const path = `/cairn/globex/artifacts/${print(1)}`
    expect((await app.call('GET', path, { key: 'outsider' })).body.data).toEqual([])
    await app.call('PUT', '/flows/acme/other/archive', { key: 'admin' })
    expect((await find(print(1))).body.data).toHaveLength(1)
  })

  it.each(['abcd', 'HEAD-of-it', 'A'.repeat(64), 'a'.repeat(65)])('refuses %s', async (text) => {
    const { status, body } = await find(text)
    expect([status, Object.keys(body.errors)]).toEqual([400, ['fingerprint']])
  })
})
