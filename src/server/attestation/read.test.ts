import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  commit,
  commitInfo,
  fingerprintOf,
  junitResult,
  reporter,
} from '#server/testing/reporter.ts'

let app: TestApp
let report: ReturnType<typeof reporter>
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  report = reporter(app)
})
afterAll(() => app.close())

const get = async (path: string) => app.call('GET', `/attestations/acme${path}`, { key: 'reader' })
const fingerprint = fingerprintOf('boiler')
const onArtifact = { artifact_fingerprint: fingerprint }
const names = (items: { attestation_name: string }[]) => items.map((item) => item.attestation_name)
const noFlow = { message: "Flow named 'unknown' does not exist for organization 'acme'" }

describe('an item', () => {
  it('has every key, empty if nothing was sent', async () => {
    const { body: id } = await report.generic('items', 'run', { attestation_name: 'bare' })
    const [item] = (await get('/items/trail/run/bare')).body
    const base = 'http://localhost:8080'
    expect(item).toEqual({
      attestation_id: id,
      attestation_name: 'bare',
      attestation_type: 'generic',
      created_at: expect.any(Number),
      description: '',
      has_audit_package: false,
      html_url: `${base}/acme/flows/items/trails/run?attestation_id=${id}`,
      is_compliant: true,
      origin_url: '',
      reported_by: 'member',
      schema_version: 2,
      user_data: {},
      artifact_fingerprint: null,
      target_artifacts: null,
      git_commit_info: null,
      git_commit: null,
      repo_info: null,
      external_urls: {},
      annotations: {},
      evidence_archive_path: null,
      evidence_archive_fingerprint: null,
      evidence_archive_size: null,
      flow_name: 'items',
      flow_archived: false,
      trail_name: 'run',
      is_override: false,
      record_type: 'evidence',
      reported_is_compliant: true,
      effective_is_compliant: true,
      override_of: null,
      _links: { self: { href: `${base}/api/v2/attestations/acme?attestation_id=${id}` } },
    })
  })

  it('has the values sent', async () => {
    const sent = {
      description: 'All green',
      origin_url: 'https://ci.example.com/7',
      user_data: [1, { deep: null }],
      git_commit_info: { ...commitInfo, author_username: null, parents: null, extra: 1 },
      repo_info: { id: '1', name: 'n', url: '', provider: 'github', namespace_path: ['a'] },
      external_urls: { log: { href: 'https://logs.example.com' } },
      annotations: { team: 'heat', 'a-b': { size: [1, null] } },
    }
    const payload = { attestation_name: 'full', ...sent, junit_results: [junitResult] }
    await report.junit('items', 'run', payload)
    const [item] = (await get('/items/trail/run/full')).body
    expect(item).toMatchObject({ ...sent, junit_results: [junitResult] })
  })

  it.each([[{}], [[]], [''], ['text'], [0], [false], [{ a: 1 }]])(
    'returns user data as it was sent: %j',
    async (user_data) => {
      await report.generic('items', 'data', { attestation_name: 'a', user_data })
      const [item] = (await get('/items/trail/data/a')).body
      expect(item.user_data).toEqual(user_data)
    },
  )
})

describe('by name', () => {
  it('of a trail: newest first, artifacts of the trail too, none is an empty list', async () => {
    await report.artifact('named')
    await report.generic('named', 'run-1', { attestation_name: 'a', description: 'first' })
    await report.generic('named', 'run-1', { attestation_name: 'a', ...onArtifact })
    const { body } = await get('/named/trail/run-1/a')
    expect(body).toHaveLength(2)
    expect(body[0].artifact_fingerprint).toBe(fingerprint)
    expect(body[1].description).toBe('first')
    expect((await get('/named/trail/run-1/none')).body).toEqual([])
  })

  it('of an artifact: its own, on all its trails, by a prefix too', async () => {
    await report.artifact('named', { trail_name: 'run-2' })
    await report.generic('named', 'run-2', { attestation_name: 'b', ...onArtifact })
    await report.generic('named', 'run-1', { attestation_name: 'b', ...onArtifact })
    await report.generic('named', 'run-1', { attestation_name: 'b' })
    for (const fp of [fingerprint, fingerprint.slice(0, 5)]) {
      const { body } = await get(`/named/artifact/${fp}/b`)
      expect(body.map((item: { trail_name: string }) => item.trail_name)).toEqual([
        'run-1',
        'run-2',
      ])
    }
    expect((await get(`/named/artifact/${fingerprint}/none`)).body).toEqual([])
  })

  it('of an artifact: attestations made in advance, with a short commit too', async () => {
    const target = { attestation_name: 'a', target_artifacts: ['boiler'] }
    const short = { ...commitInfo, sha1: commit.slice(0, 7) }
    await report.generic('advance', 'run-1', { ...target, git_commit_info: commitInfo })
    await report.generic('advance', 'run-1', { ...target, git_commit_info: short })
    await report.artifact('advance')
    expect((await get(`/advance/artifact/${fingerprint}/a`)).body).toHaveLength(2)
  })

  it('an unknown flow, trail or artifact is 404', async () => {
    await report.artifact('named')
    expect((await get('/unknown/trail/run/a')).body).toEqual(noFlow)
    expect((await get(`/unknown/artifact/${fingerprint}/a`)).body).toEqual(noFlow)
    expect((await get('/named/trail/unknown/a')).body).toEqual({
      message: "Trail with name 'unknown' does not exist for Organization 'acme' and Flow 'named'",
    })
    const unknown = fingerprintOf('unknown')
    const artifact = await get(`/named/artifact/${unknown}/a`)
    const message = `Artifact with fingerprint '${unknown}' does not exist in flow 'named' belonging to organization 'acme'`
    expect([artifact.status, artifact.body]).toEqual([404, { message }])
  })
})

describe('lists', () => {
  let other: TestApp
  let times: number[]
  const list = async (query: string, flow = '') =>
    (await other.call('GET', `/attestations/acme${flow}?${query}`, { key: 'reader' })).body

  beforeAll(async () => {
    let clock = 1000
    other = await startTestApp({ clock: () => clock })
    const client = reporter(other)
    times = []
    for (const [flow, name, is_compliant] of [
      ['one', 'a', true],
      ['one', 'b', false],
      ['two', 'a', false],
    ] as const) {
      clock += 10
      times.push(clock)
      await client.generic(flow, 'run', { attestation_name: name, is_compliant })
    }
    clock += 10
    await client.junit('two', 'run', { attestation_name: 'j' })
    await other.call('POST', '/attestations/globex/one/trail/run/generic', {
      key: 'outsider',
      form: [{ name: 'data_json', content: '{"attestation_name":"foreign"}' }],
    })
  })
  afterAll(() => other.close())

  it('of the organization are paged, newest first', async () => {
    const { data, pagination } = await list('')
    expect(names(data)).toEqual(['j', 'a', 'b', 'a'])
    expect(pagination).toEqual({ total: 4, page: 1, per_page: 20, page_count: 1 })
    const second = await list('per_page=3&page=2')
    expect(names(second.data)).toEqual(['a'])
    expect(second.pagination).toEqual({ total: 4, page: 2, per_page: 3, page_count: 2 })
  })

  it.each([
    ['flow_name=one', ['b', 'a']],
    ['flow_name=unknown', []],
    ['attestation_name=a', ['a', 'a']],
    ['attestation_type=junit', ['j']],
    ['attestation_type=custom:x', []],
    ['attestation_type=decision', []],
    ['is_compliant=false', ['a', 'b']],
    ['is_compliant=true', ['j', 'a']],
    ['is_compliant=false&flow_name=one&attestation_name=b', ['b']],
    ['attestation_id=unknown', []],
    ['from_timestamp=1020', ['j', 'a', 'b']],
    ['to_timestamp=1020', ['b', 'a']],
    ['from_timestamp=1020&to_timestamp=1020', ['b']],
    ['from_timestamp=1021&to_timestamp=1020', []],
  ])('%s', async (query, expected) => {
    const { data, pagination } = await list(query)
    expect(names(data)).toEqual(expected)
    expect(pagination.total).toBe(expected.length)
  })

  it('find one by its id', async () => {
    const [newest] = (await list('')).data
    const { data } = await list(`attestation_id=${newest.attestation_id}&per_page=1`)
    expect(data).toEqual([newest])
  })

  it.each([
    ['', ['b', 'a']],
    ['from_timestamp=1020', ['b']],
    ['to_timestamp=1011', ['a']],
    ['page=2&per_page=1', ['a']],
  ])('of a flow: %s', async (query, expected) => {
    expect(names((await list(query, '/one')).data)).toEqual(expected)
    expect(times[0]).toBe(1010)
  })

  it('can be filtered by every type that is counted', async () => {
    const json = { attestation_name: 'none', reason: 'r', new_compliance_status: true }
    const { status } = await other.call('POST', '/attestations/acme/two/trail/run/override', {
      json: { ...json, original_attestation_type: 'custom' },
    })
    expect(status).toBe(201)
    const facets = (await other.call('GET', '/cairn/acme/attestations/facets')).body
    const types: string[] = facets.attestation_type.values.map(
      (one: { value: string }) => one.value,
    )
    expect(types.toSorted()).toEqual(['custom', 'generic', 'junit'])
    const found = await Promise.all(types.map((type) => list(`attestation_type=${type}`)))
    expect(types.map((type, place) => [type, names(found[place].data)])).toEqual([
      ['generic', ['a', 'b', 'a']],
      ['custom', ['none']],
      ['junit', ['j']],
    ])
  })

  it('of an unknown flow are 404', async () => {
    const answer = await other.call('GET', '/attestations/acme/unknown')
    expect([answer.status, answer.body]).toEqual([404, noFlow])
  })
})
