import { afterAll, beforeAll, expect, it } from 'vitest'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { noStandings } from '#domain/verdict/standing.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let now = 1_790_000_000
const settings = '/cairn/acme/settings/reporting'
const put = (json: object, headers: Record<string, string> = {}) =>
  app.call('PUT', settings, { key: 'admin', json, headers })
const report = (env: string, type: string) =>
  app.call('PUT', `/environments/acme/${env}/report/${type}`, { json: { artifacts: [] } })
const names = async (query: string) =>
  (await app.call('GET', `/cairn/acme/environments?${query}`)).body.data.map(
    ({ name }: { name: string }) => name,
  )
const read = async (env: string) => (await app.call('GET', `/environments/acme/${env}`)).body

beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  for (const [name, type] of [
    ['cluster', 'K8S'],
    ['quiet', 'server'],
    ['gone', 'server'],
    ['unset', 'docker'],
    ['waiting', 'server'],
  ]) {
    await app.call('PUT', '/environments/acme', { json: { name, type } })
  }
  const included_environments = ['cluster', 'quiet']
  await app.call('PUT', '/environments/acme', {
    json: { name: 'all', type: 'logical', included_environments },
  })
  await report('quiet', 'server')
  await report('gone', 'server')
  await report('unset', 'docker')
  await app.call('PUT', '/environments/acme/gone/archive')
  now += 3_600
  await report('cluster', 'K8S')
})
afterAll(() => app.close())

it('assumes a week until a limit is set or learned', async () => {
  const { stale_at, reporting, reporting_minutes } = await read('quiet')
  expect(stale_at).toBe(now - 3_600 + 7 * 86_400)
  expect(reporting_minutes).toBeNull()
  expect(reporting).toEqual({
    interval: 7 * 86_400,
    basis: 'assumed',
    usual: null,
    report_count: 1,
    span: 0,
  })
  expect((await read('waiting')).stale_at).toBeNull()
  expect((await read('all')).reporting).toBeNull()
  expect(await names('stale=true')).toEqual([])
  const { body } = await app.call('GET', settings, { key: 'reader' })
  expect(body).toMatchObject({ ...settingDefaults.reporting, changed_at: null })
})

it('shows from when on an environment is stale, and lists and counts stale ones', async () => {
  const etag = String((await app.call('GET', '/environments/acme/quiet')).headers.etag)
  const { status, body } = await put({ ...settingDefaults.reporting, K8S: 90, server: 30 })
  expect(status).toBe(200)
  expect(body.environments).toEqual([
    { type: 'K8S', total: 1, stale: 0 },
    { type: 'docker', total: 1, stale: 0 },
    { type: 'server', total: 2, stale: 1 },
  ])
  const since = now - 3_600
  expect((await read('quiet')).stale_at).toBe(since + 1_800)
  expect((await read('cluster')).stale_at).toBe(now + 5_400)
  expect((await read('waiting')).stale_at).toBeNull()
  expect((await read('all')).stale_at).toBe(since + 1_800)
  expect(await names('stale=true')).toEqual(['all', 'quiet'])
  expect(await names('stale=false')).toEqual(['cluster', 'unset', 'waiting'])
  const overview = (await app.call('GET', '/cairn/acme/overview')).body
  expect(overview).toMatchObject({
    environments: { stale: 2 },
    silent: [
      { environment_name: 'all', member: 'quiet', last_reported_at: since, basis: 'type' },
      { environment_name: 'quiet', member: null, stale_at: since + 1_800 },
    ],
  })
  // A setting of the organization does not change it: an open form may still be saved.
  expect((await app.call('GET', '/environments/acme/quiet')).headers.etag).toBe(etag)
})

it('counts no compliant artifacts in a stale environment, and keeps the reported state', async () => {
  await app.query(`update environment_state set state = true where environment_id in
    (select id from environment where name in ('quiet', 'cluster'))`)
  const { environments } = (await app.call('GET', '/cairn/acme/overview')).body
  expect(environments).toEqual({ ...noStandings, not_asked: 1, unknown: 2, stale: 2 })
  expect((await read('quiet')).state).toBe(true)
})

it('counts what failed before it fell silent as stale, and a failure that is reported as one', async () => {
  const set = (env: string, state: boolean) =>
    app.query(`update environment_state set state = ${state} where environment_id in
      (select id from environment where name = '${env}')`)
  const counts = async () => (await app.call('GET', '/cairn/acme/overview')).body
  await set('quiet', false)
  const { environments, attention } = await counts()
  expect(environments).toEqual({ ...noStandings, not_asked: 1, unknown: 2, stale: 2 })
  expect(attention).toEqual([])
  expect(await names('standing=stale')).toEqual(['all', 'quiet'])
  // A member that does report fails: so does the logical one, whatever the other would say.
  await set('cluster', false)
  expect((await counts()).environments).toEqual({
    ...noStandings,
    non_compliant: 2,
    unknown: 2,
    stale: 1,
  })
  expect(await names('stale=true')).toEqual(['quiet'])
  expect(await names('standing=non_compliant')).toEqual(['all', 'cluster'])
  expect(await names('standing=unknown&standing=stale&per_page=2&page=2')).toEqual(['waiting'])
  expect((await read('all')).stale_at).toBe((await read('cluster')).stale_at)
})

it('is not stale once it reports again', async () => {
  await report('quiet', 'server')
  expect(await names('stale=true')).toEqual([])
  expect((await app.call('GET', '/cairn/acme/overview')).body.silent).toEqual([])
})

it('lets a setting of an environment win over that of its type, and 0 takes it back', async () => {
  const patch = (env: string, reporting_minutes: unknown) =>
    app.call('PATCH', `/environments/acme/${env}`, { json: { reporting_minutes } })
  const { last_reported_at } = await read('quiet')
  expect((await patch('quiet', 5)).status).toBe(200)
  expect(await read('quiet')).toMatchObject({
    stale_at: last_reported_at + 300,
    reporting_minutes: 5,
    reporting: { interval: 300, basis: 'environment' },
  })
  expect((await patch('quiet', null)).status).toBe(200)
  expect((await read('quiet')).reporting_minutes).toBe(5)
  expect((await patch('quiet', 0)).status).toBe(200)
  expect((await read('quiet')).reporting).toMatchObject({ interval: 1_800, basis: 'type' })
  const log = () => app.call('GET', '/cairn/acme/audit-log?object_name=quiet', { key: 'admin' })
  await expect
    .poll(async () => (await log()).body.entries[0]?.changes)
    .toContainEqual({ field: 'reporting_minutes', before: 5, after: 0 })
  for (const [env, value] of [
    ['quiet', 527_041],
    ['quiet', -1],
    ['quiet', 1.5],
    ['quiet', 'soon'],
    ['all', 60],
  ] as const) {
    const { status, body } = await patch(env, value)
    expect([env, value, status, Object.keys(body.errors)[0]]).toEqual([
      env,
      value,
      400,
      'reporting_minutes',
    ])
  }
})

it.each([
  [{ ...settingDefaults.reporting, K8S: 0 }, 'K8S'],
  [{ ...settingDefaults.reporting, K8S: 1.5 }, 'K8S'],
  [{ ...settingDefaults.reporting, server: 1e9 }, 'server'],
  [{ K8S: 10 }, 'ECS'],
])('refuses %j', async (json, field) => {
  const { status, body } = await put(json)
  expect([status, Object.keys(body.errors)[0]]).toEqual([400, field])
})

it('refuses to overwrite a concurrent change, and logs the previous values', async () => {
  const etag = String((await app.call('GET', settings)).headers.etag)
  await put({ ...settingDefaults.reporting, K8S: 60 })
  const late = await put(settingDefaults.reporting, { 'if-match': etag })
  expect([late.status, late.body.current.K8S]).toEqual([412, 60])
  const log = () => app.call('GET', '/cairn/acme/audit-log?object_type=settings', { key: 'admin' })
  await expect
    .poll(async () => (await log()).body.entries[0]?.changes)
    .toContainEqual({ field: 'K8S', before: 90, after: 60 })
})
