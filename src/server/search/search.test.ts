import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { commitInfo, fingerprintOf, reporter } from '#server/testing/reporter.ts'

const hex = (start: string, length: number) => start.padEnd(length, '0')
const commit = (start: string) => hex(start, 40)
const print = (start: string) => hex(start, 64)

let app: TestApp
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => (now += 1) })
  const report = reporter(app)
  const artifact = (name: string, fingerprint: string, git_commit: string, flow = 'shop') =>
    report.artifact(flow, { filename: name, fingerprint, git_commit, trail_name: name })
  await artifact('api', print('aaaaa1'), commit('bbbbb1'))
  await artifact('web', print('aaaaa2'), commit('bbbbb1'))
  await artifact('both', print('ccccc1'), commit('ccccc2'))
  await report.begin('shop', 'planned', {
    git_commit_info: { ...commitInfo, sha1: commit('d00d1') },
  })
  await artifact('planned', print('eeeee1'), commit('fffff1'))
  await artifact('old', print('0dd01'), commit('0dd02'), 'gone')
  await app.call('PUT', '/flows/acme/gone/archive')
  for (const name of ['prod', 'stage', 'left']) {
    await app.call('PUT', '/environments/acme', { json: { name, type: 'server' } })
  }
  await runs('prod', { api: print('aaaaa1'), seen: print('5ee05') })
  await runs('stage', { api: print('aaaaa1'), web: print('aaaaa2') })
  await runs('stage', { web: print('aaaaa2') })
  await runs('left', { api: print('aaaaa1') })
  await app.call('PUT', '/environments/acme/left/archive')
})
afterAll(() => app.close())

const runs = (environment: string, digests: Record<string, string>) =>
  app.call('PUT', `/environments/acme/${environment}/report/server`, {
    json: { artifacts: [{ digests, creationTimestamp: 1 }] },
  })
const get = (path: string) => app.call('GET', path, { key: 'reader' })
const search = async (sha: string) => (await get(`/search/acme/sha/${sha}`)).body
const events = (history: { event: string }[]) => history.map(({ event }) => event)

describe('a search', () => {
  it('resolves the beginning of a fingerprint to the artifact, and shows where it runs', async () => {
    const body = await search('aaaaa1')
    expect(body.resolved_to).toEqual({
      type: 'fingerprint',
      full_match: print('aaaaa1'),
      fingerprints: { type: 'fingerprint', count: 1, matches: [print('aaaaa1')] },
      commits: { type: 'commit', count: 0, matches: [] },
    })
    const [artifact] = body.artifacts
    expect(artifact).toMatchObject({
      fingerprint: print('aaaaa1'),
      name: 'api',
      flow: 'shop',
      git_commit: commit('bbbbb1'),
      has_provenance: true,
      build_url: 'https://ci.example.com/1',
      compliance_state: 'COMPLIANT',
      running_in: ['prod#1'],
      exited_from: ['stage#2'],
    })
    expect(events(artifact.history)).toEqual([
      'boiler reported',
      'Started running in prod#1 environment',
      'Started running in stage#1 environment',
      'No longer running in stage#2 environment',
      'Started running in left#1 environment',
    ])
  })

  it('finds the artifacts of a commit', async () => {
    const body = await search('bbbbb')
    expect(body.resolved_to).toMatchObject({ type: 'commit', full_match: commit('bbbbb1') })
    expect(body.artifacts.map((it: { name: string }) => it.name)).toEqual(['web', 'api'])
  })

  it("finds a trail's commit, and the artifacts on that trail", async () => {
    const body = await search('D00D1')
    expect(body.resolved_to).toMatchObject({ type: 'commit', full_match: commit('d00d1') })
    expect(body.artifacts.map((it: { name: string }) => it.name)).toEqual(['planned'])
  })

  it('reports when several match', async () => {
    const { resolved_to } = await search('ccccc')
    expect(resolved_to).toMatchObject({
      type: 'multiple',
      full_match: '',
      fingerprints: { count: 1, matches: [print('ccccc1')] },
      commits: { count: 1, matches: [commit('ccccc2')] },
    })
    expect((await search('aaaaa')).resolved_to.fingerprints.count).toBe(2)
  })

  it('finds artifacts only seen running, without provenance', async () => {
    const [artifact] = (await search('5ee05')).artifacts
    expect(artifact).toEqual({
      fingerprint: print('5ee05'),
      name: 'seen',
      flow: '',
      git_commit: '',
      has_provenance: false,
      commit_url: '',
      build_url: '',
      html_url: '',
      compliance_state: '',
      running_in: ['prod#1'],
      exited_from: [],
      history: [{ event: 'Started running in prod#1 environment', timestamp: expect.any(Number) }],
    })
  })

  it('finds what an archived flow built', async () => {
    expect((await search('0dd01')).artifacts[0]).toMatchObject({ name: 'old', flow: 'gone' })
  })

  it('reports when nothing matches', async () => {
    const { status, body } = await get('/search/acme/sha/12345')
    expect([status, body.message]).toEqual([404, "No matches for '12345'."])
  })

  it.each(['abcd', 'xyzxyz', `${'a'.repeat(65)}`, 'abc%2Fde', '%20abcde'])(
    'refuses %s',
    async (sha) => {
      const { status, body } = await get(`/search/acme/sha/${sha}`)
      expect(status).toBe(400)
      expect(body.errors.sha).toContain('String should match pattern')
    },
  )

  it('lists fifty of many, and counts them all', async () => {
    const digests = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`part-${at}`, print(`abcde${100 + at}`)]),
    )
    await app.call('PUT', '/environments/acme', { json: { name: 'big', type: 'server' } })
    await runs('big', digests)
    await reporter(app).artifact('shop', { fingerprint: print('abcde100') })
    const body = await search('abcde')
    expect(body.resolved_to.fingerprints.count).toBe(60)
    expect(body.resolved_to.fingerprints.matches).toHaveLength(50)
    expect(body.artifacts).toHaveLength(50)
  })
})

describe('an artifact', () => {
  it('shows where it runs, where it ran, and since when', async () => {
    const path = `/artifacts/acme/shop/fingerprint/${print('aaaaa1')}`
    const { body } = await get(path)
    expect(body.running).toEqual([{ environment_name: 'prod', snapshot_index: 1 }])
    expect(body.exited).toEqual([{ environment_name: 'stage', snapshot_index: 2 }])
    expect(events(body.history)).toContain('No longer running in stage#2 environment')
    const list = await get('/artifacts/acme?flow_name=shop&per_page=500')
    const listed = list.body.find((it: { filename: string }) => it.filename === 'web')
    expect(listed.running).toEqual([{ environment_name: 'stage', snapshot_index: 1 }])
  })

  it('has an entry for each environment with the periods in which it ran there', async () => {
    await runs('stage', { api: print('aaaaa1'), again: print('aaaaa1') })
    const { body } = await get(`/cairn/acme/artifacts/${print('aaaaa1')}/environments`)
    expect(body.has_more).toBe(false)
    expect(body.environments).toMatchObject([
      { environment_name: 'prod', environment_type: 'server', is_running: true, names: ['api'] },
      { environment_name: 'stage', is_running: true },
    ])
    const [first, second] = body.environments[1].periods
    expect(first).toMatchObject({ started_index: 1, exited_index: 2 })
    expect(first.exited_at).toBeGreaterThan(first.started_at)
    expect(second).toMatchObject({ started_index: 3, exited_index: null, exited_at: null })
  })

  it('in no flow is found by the beginning of its fingerprint', async () => {
    const { body } = await get('/cairn/acme/artifacts/5ee05')
    expect(body).toMatchObject({
      data: [],
      seen: [{ fingerprint: print('5ee05'), name: 'seen', exited: [] }],
    })
    expect((await get(`/cairn/acme/artifacts/${fingerprintOf('x')}`)).body.seen).toEqual([])
    expect((await get('/cairn/acme/artifacts/xyz/environments')).status).toBe(400)
    const start = await get('/cairn/acme/artifacts/aaaaa1/environments')
    expect(start.body.errors.fingerprint).toMatch(/\{64\}\$' \[input: aaaaa1\]$/)
  })
})
