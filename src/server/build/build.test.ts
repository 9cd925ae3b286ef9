import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { fingerprintOf, reporter } from '#server/testing/reporter.ts'

const day = 86_400
const start = 20_000 * day + 12 * 3_600
// A trail's first artifact comes a millisecond after the trail.
const second = start + 10 * day
const third = second + 0.25
const scan = 'trail: {artifacts: [{name: app, attestations: [{name: scan, type: generic}]}]}'
const app_ = { name: 'acme/app', url: 'https://github.com/acme/app', id: '7', provider: 'github' }

let app: TestApp
let now = start
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  const report = reporter(app)
  await report.flow('built', scan)
  await report.flow('gone')
  const at = async (seconds: number, flow: string, name: string, more = {}) => {
    now = seconds
    await report.artifact(flow, {
      fingerprint: fingerprintOf(name),
      filename: name,
      template_reference_name: 'app',
      trail_name: name,
      ...more,
    })
  }
  await at(start, 'built', 'first', { repo_info: app_ })
  await at(second - 0.001, 'built', 'second', { repo_info: app_ })
  await at(third - 0.001, 'built', 'third', { repo_info: { name: 'acme/bare' } })
  await at(start + 20 * day, 'built', 'fourth', { trail_name: null })
  await at(start + 20 * day, 'gone', 'archived')
  await report.generic('built', 'second', {
    attestation_name: 'scan',
    artifact_fingerprint: fingerprintOf('second'),
  })
  await app.call('PUT', '/flows/acme/gone/archive')
  now = start + 28 * day
  const place = { name: 'prod', type: 'server' }
  await app.call('PUT', '/environments/acme', { json: place, key: 'snapshotter' })
  const digests = { second: fingerprintOf('second'), seen: fingerprintOf('seen') }
  await app.call('PUT', '/environments/acme/prod/report/server', {
    json: { artifacts: [{ digests, creationTimestamp: 1 }] },
  })
})
afterAll(() => app.close())

const get = (path: string) => app.call('GET', path, { key: 'reader' })
const list = async (query = '') => (await get(`/builds/acme${query}`)).body
const trails = async (query = '') =>
  (await list(query)).builds.map((build: { trail_name: string | null }) => build.trail_name)

describe('builds', () => {
  it('are those of the 28 days up to now, both ends included, newest first', async () => {
    expect(await trails()).toEqual(['archived', null, 'third', 'second', 'first'])
    expect(await list()).toMatchObject({ page: 1, per_page: 15, total_pages: 1, total_count: 5 })
    now += 0.5
    expect(await trails()).toEqual(['archived', null, 'third', 'second'])
    now -= 0.5
  })

  it('have their fields and links', async () => {
    const [archived, legacy, bare, full] = (await list()).builds
    expect(full).toEqual({
      created_at: second,
      fingerprint: fingerprintOf('second'),
      flow_name: 'built',
      flow_archived: false,
      trail_name: 'second',
      repo_info: { name: 'acme/app', repo_id: '7' },
      _links: {
        self: { href: expect.stringContaining('/api/v2/artifacts/acme/built/fingerprint/') },
        trail: { href: expect.stringContaining('/api/v2/trails/acme/built/second') },
        html: { href: expect.stringContaining('/acme/flows/built/artifacts/') },
      },
    })
    expect(bare.repo_info).toEqual({ name: 'acme/bare', repo_id: '' })
    expect(legacy).toMatchObject({ trail_name: null, repo_info: null })
    expect(legacy._links).not.toHaveProperty('trail')
    expect(archived).toMatchObject({ flow_name: 'gone', flow_archived: true })
    for (const { href } of [archived._links.self, archived._links.trail]) {
      const { pathname, search } = new URL(href)
      expect((await get(pathname.replace('/api/v2', '') + search)).status).toBe(200)
    }
  })

  it.each([
    ['repo_id=7', ['second', 'first']],
    ['repo_name=acme%2Fapp', ['second', 'first']],
    ['repo_name=acme%2Fbare', ['third']],
    ['repo_name=acme%2Fbare&repo_name=acme%2Fapp', ['third', 'second', 'first']],
    ['repo_id=6&repo_id=7', ['second', 'first']],
    ['repo_name=acme', []],
    ['repo_id=7&repo_name=acme%2Fbare', []],
    ['repo_id=&repo_name=', ['archived', null, 'third', 'second', 'first']],
    ['archived=include', ['archived', null, 'third', 'second', 'first']],
    ['archived=exclude', [null, 'third', 'second', 'first']],
    ['archived=only', ['archived']],
    ['archived=exclude&repo_id=7', ['second', 'first']],
    ['archived=only&repo_id=7', []],
    ['archived=only&page=2&per_page=1', []],
    ['archived=exclude&page=1&per_page=2', [null, 'third']],
    [`start_ts=${third}`, ['archived', null, 'third']],
    [`start_ts=${third + 0.0001}`, ['archived', null]],
    [`end_ts=${second}`, ['second', 'first']],
    [`start_ts=${start + 1}&end_ts=${third - 0.0001}`, ['second']],
    [`start_ts=${start + 5}&end_ts=${start}`, []],
    ['start_ts=-1e300&end_ts=1e300', ['archived', null, 'third', 'second', 'first']],
    ['end_ts=5', []],
    ['page=1&per_page=2', ['archived', null]],
    ['page=2&per_page=2', ['third', 'second']],
    ['page=3&per_page=1', ['third']],
    ['page=99', []],
  ])('%s', async (query, expected) => {
    expect(await trails(`?${query}`)).toEqual(expected)
  })

  it('are only counted with per_page=0', async () => {
    const body = await list('?per_page=0')
    expect(body).toMatchObject({ builds: [], per_page: 0, total_pages: 0, total_count: 5 })
    expect((await list('?per_page=0&archived=exclude')).total_count).toBe(4)
    expect(await list('?page=2&per_page=3')).toMatchObject({
      total_pages: 2,
      _links: { prev: { href: expect.stringContaining('page=1') } },
    })
  })

  it.each([
    ['page=0', 'page', 'Input should be greater than or equal to 1 [input: 0]'],
    ['per_page=51', 'per_page', 'Input should be less than or equal to 50 [input: 51]'],
    ['per_page=-1', 'per_page', 'Input should be greater than or equal to 0 [input: -1]'],
    ['archived=true', 'archived', "Input should be 'exclude', 'include' or 'only' [input: true]"],
    ['per_page=many', 'per_page', 'Input should be a valid integer [input: many]'],
    ['start_ts=yesterday', 'start_ts', 'Input should be a valid number [input: yesterday]'],
  ])('%s is refused', async (query, field, reason) => {
    const { status, body } = await get(`/builds/acme?${query}`)
    expect(status).toBe(400)
    expect(body.errors).toEqual({ [field]: reason })
  })
})

describe("the page's own endpoints", () => {
  it('list verdicts and where builds run', async () => {
    const { body } = await get('/cairn/acme/builds?archived=exclude')
    expect(body.pagination).toEqual({ total: 4, page: 1, per_page: 15, page_count: 1 })
    const ran = body.data.find((row: { filename: string }) => row.filename === 'second')
    expect(ran).toMatchObject({
      state: 'COMPLIANT',
      running_in: [{ environment_name: 'prod', snapshot_index: 1, stale_at: start + 35 * day }],
    })
    expect(body.data[0]).toMatchObject({ filename: 'fourth', running_in: [] })
    const archived = (await get('/cairn/acme/builds?archived=only')).body
    expect(archived.pagination.total).toBe(1)
    expect(archived.data[0]).toMatchObject({ flow_name: 'gone', flow_archived: true })
  })

  it('count by day and verdict, before and after the counts are folded', async () => {
    const expected = {
      start_ts: start,
      end_ts: start + 28 * day,
      totals: { compliant: 2, non_compliant: 0, incomplete: 2 },
      running: 1,
      environments: 1,
      has_any: true,
    }
    const { body } = await get('/cairn/acme/builds/statistics?archived=exclude')
    expect(body).toMatchObject(expected)
    expect(body.days).toHaveLength(29)
    const busy = body.days.filter(
      (it: Record<string, number>) => it['incomplete'] || it['compliant'],
    )
    expect(busy.map((it: { day: number }) => it.day / day - 20_000)).toEqual([0, 10, 20])
    await expect.poll(async () => (await app.query('select 1 from artifact_delta')).length).toBe(0)
    expect((await get('/cairn/acme/builds/statistics?archived=exclude')).body).toEqual(body)
    const sums = async (query: string) => {
      const { totals } = (await get(`/cairn/acme/builds/statistics${query}`)).body
      return totals.compliant + totals.non_compliant + totals.incomplete
    }
    expect(await Promise.all(['', '?archived=only'].map(sums))).toEqual([5, 1])
    const ofRepo = (await get('/cairn/acme/builds/statistics?repo_id=7')).body
    expect(ofRepo.totals).toEqual({ compliant: 1, non_compliant: 0, incomplete: 1 })
  })

  it('begin statistics 400 days before their end at most', async () => {
    const { body } = await get('/cairn/acme/builds/statistics?start_ts=0&end_ts=1763750400')
    expect(body.start_ts).toBe(1763750400 - 400 * 86_400)
  })

  it('export a window as a file', async () => {
    const { status, text } = await get('/cairn/acme/exports/builds?format=csv')
    expect(status).toBe(200)
    expect(text.trim().split('\r\n')).toHaveLength(6)
    expect(text).toContain(',prod,')
    const only = (await get('/cairn/acme/exports/builds?archived=only&format=json')).body
    expect(only.rows).toMatchObject([{ flow_name: 'gone', flow_archived: true }])
    expect(only.scope.filter.archived).toBe('only')
  })

  it('count changes of state', async () => {
    const report = reporter(app)
    await report.generic('built', 'first', {
      attestation_name: 'scan',
      artifact_fingerprint: fingerprintOf('first'),
    })
    const window = `?archived=exclude&start_ts=${start - day}`
    const { totals } = (await get(`/cairn/acme/builds/statistics${window}`)).body
    expect(totals).toEqual({ compliant: 3, non_compliant: 0, incomplete: 1 })
  })

  it('count what complies only by an override', async () => {
    const report = reporter(app)
    const window = `?archived=exclude&start_ts=${start - day}`
    const count = async () => (await get(`/cairn/acme/builds/statistics${window}`)).body
    expect(await count()).toMatchObject({ by_override: 0 })
    await report.generic('built', 'first', {
      attestation_name: 'scan',
      artifact_fingerprint: fingerprintOf('first'),
      is_compliant: false,
    })
    expect(await count()).toMatchObject({ totals: { compliant: 2 }, by_override: 0 })
    await report.override('built', 'first', { artifact_fingerprint: fingerprintOf('first') })
    expect(await count()).toMatchObject({ totals: { compliant: 3 }, by_override: 1 })
  })
})
