import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { policyClient, provenanceYaml } from '#server/testing/policies.ts'

const hour = 3_600
const day = 24 * hour
const start = 1_790_000_000

let app: TestApp
let now = start
const report = async (env: string) =>
  (await app.call('PUT', `/environments/acme/${env}/report/K8S`, { json: { artifacts: [] } }))
    .status
const read = async (env: string) => (await app.call('GET', `/environments/acme/${env}`)).body
const runs = async (env: string) =>
  (await app.call('GET', `/cairn/acme/verdict_runs?environment=${env}&from=${start}`)).body
    .environments[0]
const verdict = async (env: string, query = '') =>
  (await app.call('GET', `/cairn/acme/environments/${env}/verdict${query}`)).body
const changes = async () =>
  (await app.call('GET', '/cairn/acme/overview/changes')).body.changes.filter(
    ({ kind }: { kind: string }) => kind === 'silence',
  )
async function make(...names: string[]) {
  for (const name of names) {
    await app.call('PUT', '/environments/acme', { json: { name, type: 'K8S' } })
  }
}

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  await make('hourly', 'quiet')
  const included_environments = ['hourly']
  await app.call('PUT', '/environments/acme', {
    json: { name: 'all', type: 'logical', included_environments },
  })
})
afterAll(() => app.close())

describe('an environment that reports every hour', () => {
  it('has a learned interval, with what it was learned from', async () => {
    for (let count = 0; count < 10; count += 1) {
      expect(await report('hourly')).toBe(count === 0 ? 201 : 200)
      now += hour
    }
    now -= hour
    expect(await read('hourly')).toMatchObject({
      stale_at: now + 3 * hour,
      reporting: {
        interval: 3 * hour,
        basis: 'learned',
        usual: hour,
        report_count: 10,
        span: 9 * hour,
      },
    })
    expect(await runs('hourly')).toMatchObject({ silences: [] })
  })

  it('falls silent after it, which the band, the overview and its logical environment show', async () => {
    const last = now
    now += 3 * hour - 1
    expect((await runs('hourly')).silences).toEqual([])
    now += 1
    const lasting = { from: now, to: null, last_reported_at: last }
    expect((await runs('hourly')).silences).toEqual([lasting])
    expect((await runs('all')).silences).toEqual([lasting])
    expect((await app.call('GET', '/cairn/acme/overview')).body.silent).toMatchObject([
      { environment_name: 'all', member: 'hourly', basis: 'learned' },
      { environment_name: 'hourly', member: null, basis: 'learned', last_reported_at: last },
    ])
    expect(await changes()).toEqual([
      { kind: 'silence', environment_name: 'hourly', at: now, last_reported_at: last },
    ])
    const silence = { last_reported_at: last, interval: 3 * hour, basis: 'learned' }
    for (const env of ['hourly', 'all']) {
      expect((await verdict(env)).silence).toEqual({ environment_name: 'hourly', ...silence })
    }
    expect((await verdict('hourly', '?snapshot=1')).silence).not.toBeNull()
    now += 2 * day
    expect((await runs('hourly')).silences).toEqual([lasting])
  })

  it('keeps the silence when it reports again', async () => {
    const [{ from, last_reported_at }] = (await runs('hourly')).silences
    await report('hourly')
    const ended = { from, to: now, last_reported_at }
    expect((await runs('hourly')).silences).toEqual([ended])
    expect((await runs('all')).silences).toEqual([ended])
    expect((await read('hourly')).stale_at).toBeGreaterThan(now)
    now += 60
    await report('hourly')
    expect((await runs('hourly')).silences).toEqual([ended])
    expect(await changes()).toHaveLength(1)
    expect((await verdict('hourly')).silence).toBeNull()
  })

  it('counts silent time neither as compliant nor as evaluated', async () => {
    await app.query(`update snapshot set state = true where environment_id in
      (select id from environment where name = 'hourly')`)
    const { days } = (await app.call('GET', '/cairn/acme/overview/days')).body
    const sum = (field: string) =>
      days.reduce((total: number, one: Record<string, number>) => total + (one[field] ?? 0), 0)
    expect(sum('compliant')).toBeCloseTo(now - start - 2 * day, 0)
    expect(sum('stale')).toBeCloseTo(2 * day, 0)
    expect(sum('non_compliant') + sum('by_exception')).toBe(0)
  })
})

it('is stale at once, until the next report, when the clock was set back', async () => {
  await report('quiet')
  const before = now
  expect((await read('quiet')).stale_at).toBe(before + 7 * day)
  now -= day
  expect((await read('quiet')).stale_at).toBe(now)
  const stale = await app.call('GET', '/cairn/acme/environments?stale=true')
  expect(stale.body.data.map(({ name }: { name: string }) => name)).toContain('quiet')
  expect(await report('quiet')).toBe(200)
  const { stale_at, last_reported_at } = await read('quiet')
  expect(stale_at).toBe(now + 7 * day)
  expect(last_reported_at).toBeGreaterThan(before)
  expect((await runs('quiet')).silences).toEqual([])
})

it('is said of each running artifact in a file, where no page says it', async () => {
  const included_environments = ['shop', 'spare']
  for (const name of included_environments) {
    await app.call('PUT', '/environments/acme', { json: { name, type: 'server' } })
  }
  await app.call('PUT', '/environments/acme', {
    json: { name: 'shops', type: 'logical', included_environments },
  })
  const artifacts = [{ digests: { api: 'a1'.repeat(32) }, creationTimestamp: start }]
  const run = (env: string) =>
    app.call('PUT', `/environments/acme/${env}/report/server`, { json: { artifacts } })
  for (let count = 0; count < 10; count += 1) {
    now += hour
    await run('shop')
  }
  await run('spare')
  const staleIn = async (env: string) => {
    const path = `/cairn/acme/exports/environments/${env}/running?format=json`
    const { rows } = (await app.call('GET', path)).body
    return rows.map((row: { environment_name?: string; stale: boolean }) => [
      row.environment_name ?? env,
      row.stale,
    ])
  }
  expect(await staleIn('shop')).toEqual([['shop', false]])
  now += 3 * hour
  await run('spare')
  expect(await staleIn('shop')).toEqual([['shop', true]])
  expect((await staleIn('shops')).toSorted()).toEqual([
    ['shop', true],
    ['spare', false],
  ])
  const { text } = await app.call('GET', '/cairn/acme/exports/environments/shop/running')
  expect(text).toMatch(/,stale\r\n.*,true\r\n$/)
})

it('takes failing time of a logical environment as known while one that fails reports', async () => {
  const included_environments = ['failing-a', 'failing-b']
  for (const name of included_environments) {
    await app.call('PUT', '/environments/acme', { json: { name, type: 'server' } })
  }
  await app.call('PUT', '/environments/acme', {
    json: { name: 'failing', type: 'logical', included_environments },
  })
  const { policy, attach } = policyClient(app)
  await policy('origin', provenanceYaml)
  const artifacts = [{ digests: { api: 'a2'.repeat(32) }, creationTimestamp: start }]
  const fail = (env: string) =>
    app.call('PUT', `/environments/acme/${env}/report/server`, { json: { artifacts } })
  for (const env of included_environments) {
    await attach(env, 'origin')
    await fail(env)
  }
  const silenceOf = async (env: string) => (await runs(env)).failure_silences
  const overviewOf = async (part: 'attention' | 'silent') =>
    (await app.call('GET', '/cairn/acme/overview')).body[part].find(
      ({ environment_name }: { environment_name: string }) => environment_name === 'failing',
    )
  now += 6 * day
  await fail('failing-b')
  now += 2 * day
  expect(await runs('failing')).toMatchObject({ failure_silences: [], silences: [{ to: null }] })
  expect(await overviewOf('attention')).toMatchObject({ member: 'failing-b' })
  now += 6 * day
  const due = now - day
  expect(await silenceOf('failing')).toEqual([{ from: due, to: now }])
  expect((await read('failing')).stale_at).toBe(due)
  const last_reported_at = due - 7 * day
  expect((await verdict('failing')).silence).toMatchObject({
    environment_name: 'failing-b',
    last_reported_at,
  })
  const silent = { member: 'failing-b', stale_at: due, last_reported_at }
  expect(await overviewOf('silent')).toMatchObject(silent)
  expect(await silenceOf('failing-a')).toBeNull()
  await fail('failing-a')
  now += 60
  expect(await silenceOf('failing')).toEqual([{ from: due, to: now - 60 }])
})

it('keeps the silences of what is archived, until then', async () => {
  await app.call('PUT', '/environments/acme', {
    json: { name: 'shelved', type: 'server', reporting_minutes: 60, policies: ['origin'] },
  })
  await app.call('PUT', '/environments/acme', {
    json: { name: 'shelf', type: 'logical', included_environments: ['shelved'] },
  })
  const artifacts = [{ digests: { api: 'a3'.repeat(32) }, creationTimestamp: start }]
  const first = now
  for (const wait of [5 * hour, 3 * hour]) {
    await app.call('PUT', '/environments/acme/shelved/report/server', { json: { artifacts } })
    now += wait
  }
  await app.call('PATCH', '/tags/acme/env/shelved', { json: { set_tags: { kept: 'no' } } })
  const told = async () => {
    const get = async (path: string) => (await app.call('GET', `/cairn/acme/${path}`)).body
    const query = 'environment=shelved&archived=include&event=fell-silent'
    const { events } = await get(`environment-events?${query}`)
    const { days } = await get('overview/days?tag=kept')
    const sum = (field: string) =>
      days.reduce((total: number, one: Record<string, number>) => total + (one[field] ?? 0), 0)
    const periods = (all: { from: number; to: number | null }[]) =>
      all.map(({ from, to }) => [from, to ?? now])
    const { silences, failure_silences } = await runs('shelf')
    return {
      silences: periods(silences),
      failure_silences: periods(failure_silences),
      events: events.map(({ silence }: { silence: { from: number } }) => silence.from),
      days: [sum('stale'), sum('non_compliant')],
    }
  }
  const silences = [
    [first + hour, first + 5 * hour],
    [first + 6 * hour, now],
  ]
  const expected = {
    silences,
    failure_silences: silences,
    events: [first + 6 * hour, first + hour],
    days: [6 * hour, 2 * hour],
  }
  expect(await told()).toEqual(expected)
  await app.call('PUT', '/environments/acme/shelved/archive')
  now += hour
  expect(await told()).toEqual(expected)
})

it('says nothing of days in silence when other policies are tried', async () => {
  await app.call('PUT', '/environments/acme', {
    json: { name: 'tried', type: 'server', reporting_minutes: 24 * 60 },
  })
  const artifacts = [{ digests: { api: 'a4'.repeat(32) }, creationTimestamp: start }]
  await app.call('PUT', '/environments/acme/tried/report/server', { json: { artifacts } })
  now += 10 * day
  const json = { action: 'attach', environments: ['tried'], policy_names: ['origin'] }
  const { body } = await app.call('POST', '/cairn/acme/policy_effect', { json })
  expect(body.environments[0].days).toEqual({ covered: 2, red: { from: 0, to: 2 } })
})

it('lets another interval count for the silence that lasts, and leaves those that ended', async () => {
  const set = (reporting_minutes: number) =>
    app.call('PATCH', '/environments/acme/reset', { json: { reporting_minutes } })
  const silences = async () => {
    const { environments } = (
      await app.call('GET', `/cairn/acme/verdict_runs?environment=reset&from=${start}`)
    ).body
    return environments[0].silences
  }
  await make('reset')
  await set(60)
  await report('reset')
  const last = now
  now += 10 * hour
  expect(await silences()).toMatchObject([{ from: last + hour, to: null }])
  await set(5 * 60)
  expect((await read('reset')).stale_at).toBe(last + 5 * hour)
  expect(await silences()).toMatchObject([{ from: last + 5 * hour, to: null }])
  await report('reset')
  const ended = now
  await set(60)
  expect(await silences()).toMatchObject([{ from: last + 5 * hour, to: ended }])
})
