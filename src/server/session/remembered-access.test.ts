import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type App, createApp } from '#server/app.ts'
import { settingDefaults } from '#contract/organization/organization-settings.ts'
import { withAdministration } from '#server/database/system/administration.ts'
import { readConfig } from '#server/platform/config.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let now = 1_800_000_000
let count = 0
let app: TestApp
/** Another process on the same database. */
let other: App
beforeAll(async () => {
  const rememberAccessFor = 3600
  app = await startTestApp({ clock: () => now, rememberAccessFor })
  other = await createApp({
    config: readConfig({ CAIRN_DATA_DIR: app.dataDir, LOG_LEVEL: 'silent' }),
    database: { connection: app.connection, direct: app.connection },
    webDir: null,
    clock: () => now,
    rememberAccessFor,
  })
})
afterAll(async () => {
  await other.close()
  await app.close()
})

type Headers = Record<string, string>

const inApp = async (headers: Headers) =>
  (await app.call('GET', '/flows/acme', { key: null, headers })).status
const inOther = async (headers: Headers) =>
  (await other.server.inject({ url: '/api/v2/flows/acme', headers })).statusCode

/** Runs a statement that nobody hears of. */
const silently = (statement: string, values: unknown[]) =>
  app.query(
    `with quiet as materialized (select set_config('session_replication_role', 'replica', true))
      ${statement}`,
    values,
  )

/** Somebody new, with the ways in which they come. */
interface Comer {
  name: string
  account: string
  personal: { id: string; key: string }
  service: { id: string; key: string }
  headers: { personal: Headers; service: Headers; session: Headers }
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

let comer: Comer
beforeEach(async () => {
  const name = `comer-${(count += 1)}`
  const account = `robot-${count}`
  const first = await withAdministration(app.connection, async (it) => {
    await it.addUser(name)
    await it.addMember('acme', name, 'member')
    return it.addKey(name, '')
  })
  const personal = (await app.call('POST', '/cairn/session/api-keys', { key: first, json: {} }))
    .body
  const path = '/service-accounts/acme'
  await app.call('POST', path, { key: first, json: { name: account, privilege: 'member' } })
  const made = await app.call('POST', `${path}/${account}/api-keys`, { key: first, json: {} })
  const json = { api_key: personal.key }
  const signedIn = await app.call('POST', '/cairn/session', { key: null, json })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  const headers = {
    personal: bearer(personal.key),
    service: bearer(made.body.key),
    session: { cookie, 'x-cairn-session': '1' },
  }
  comer = { name, account, personal, service: made.body, headers }
})

const remember = async (headers: Headers) => {
  // Once more where it was just forgotten, for another reason.
  await expect.poll(async () => [await inApp(headers), await inOther(headers)]).toEqual([200, 200])
}

it('looks callers up once while nothing changes', async () => {
  const { personal, service, session } = comer.headers
  await expect
    .poll(async () => {
      const { personal: key } = comer
      await app.query('update api_key set revoked_at = null where id = $1', [key.id])
      for (const one of [personal, service, session]) await remember(one)
      await silently('update api_key set revoked_at = $2 from quiet where id = $1', [key.id, now])
      return Promise.all([personal, session].flatMap((one) => [inApp(one), inOther(one)]))
    })
    .toEqual([200, 200, 200, 200])
  const { key } = comer.personal
  const other = `${key.slice(0, -1)}${key.endsWith('0') ? 1 : 0}`
  expect(await inApp(bearer(other))).toBe(401)
})

const own = (method: string, path: string, json?: unknown) =>
  app.call(method, path, { key: comer.personal.key, ...(json !== undefined && { json }) })
const byAdmin = (method: string, path: string, json?: unknown) =>
  app.call(method, path, { key: 'admin', ...(json !== undefined && { json }) })
const keyPath = () => `/cairn/session/api-keys/${comer.personal.id}`
const accountPath = () => `/service-accounts/acme/${comer.account}`

describe('access ends at once where it is ended, and in other processes as soon as they hear', () => {
  it.each<[string, keyof Comer['headers'], number, () => Promise<{ status: number }>]>([
    ['a key is revoked', 'personal', 401, () => own('DELETE', keyPath())],
    ['the key of a session is revoked', 'session', 401, () => own('DELETE', keyPath())],
    [
      'a key is rotated without grace',
      'personal',
      401,
      () => own('POST', `${keyPath()}/rotate`, { grace_period_hours: 0 }),
    ],
    [
      'a session is signed out of',
      'session',
      401,
      () => app.call('DELETE', '/cairn/session', { key: null, headers: comer.headers.session }),
    ],
    [
      'a member is removed',
      'personal',
      403,
      () => byAdmin('DELETE', `/cairn/acme/members/${comer.name}`),
    ],
    [
      'the one responsible for a service account is removed',
      'service',
      401,
      () => byAdmin('DELETE', `/cairn/acme/members/${comer.name}`),
    ],
    [
      'a key of a service account is revoked',
      'service',
      401,
      () => byAdmin('DELETE', `${accountPath()}/api-keys/${comer.service.id}`),
    ],
    ['a service account is deleted', 'service', 401, () => byAdmin('DELETE', accountPath())],
  ])('%s', async (_what, how, status, end) => {
    const headers = comer.headers[how]
    await remember(headers)
    expect((await end()).status).toBeLessThan(300)
    expect(await inApp(headers)).toBe(status)
    await expect.poll(() => inOther(headers)).toBe(status)
  })

  it('keys may no longer be as old', async () => {
    await remember(comer.headers.personal)
    now += 8 * 86_400
    const json = { max_age_days: 7 }
    const path = '/cairn/acme/settings/keys'
    const key = (await byAdmin('POST', '/cairn/session/api-keys', {})).body.key
    await app.call('PUT', path, { key, json })
    expect(await inApp(comer.headers.personal)).toBe(403)
    await expect.poll(() => inOther(comer.headers.personal)).toBe(403)
    await app.call('PUT', path, { key, json: { max_age_days: null } })
  })

  it('the operator disables somebody', async () => {
    const all = Object.values(comer.headers)
    for (const headers of all) await remember(headers)
    await withAdministration(app.connection, (it) => it.setDisabled(comer.name, true))
    for (const headers of all) {
      await expect
        .poll(async () => [await inApp(headers), await inOther(headers)])
        .toEqual([401, 401])
    }
  })
})

it('acts by a changed role in the next request', async () => {
  const write = () => own('PUT', '/flows/acme', { name: `of-${comer.name}` })
  await remember(comer.headers.personal)
  expect((await write()).status).toBe(201)
  await byAdmin('PATCH', `/cairn/acme/members/${comer.name}`, { role: 'reader' })
  expect((await write()).status).toBe(403)
})

it('acts by changed settings in the next request, and elsewhere as soon as it is heard', async () => {
  const { personal } = comer.headers
  const environment = `env-${comer.name}`
  await own('PUT', '/environments/acme', { name: environment, type: 'server' })
  await own('PUT', `/environments/acme/${environment}/report/server`, { artifacts: [] })
  const path = `/environments/acme/${environment}`
  const read = async () => (await app.call('GET', path, { key: comer.personal.key })).body.reporting
  const readInOther = async () =>
    (await other.server.inject({ url: `/api/v2${path}`, headers: personal })).json().reporting
  await remember(personal)
  for (const minutes of [90, 120, null]) {
    const settings = { ...settingDefaults.reporting, server: minutes }
    const { status } = await byAdmin('PUT', '/cairn/acme/settings/reporting', settings)
    expect(status).toBe(200)
    const expected = minutes === null ? { basis: 'assumed' } : { interval: minutes * 60 }
    expect(await read()).toMatchObject(expected)
    await expect.poll(readInOther).toMatchObject(expected)
  }
})

it('ends with the key, without being told', async () => {
  const json = { expires_at: now + 60 }
  const { key } = (await own('POST', '/cairn/session/api-keys', json)).body
  await remember(bearer(key))
  now += 60
  expect([await inApp(bearer(key)), await inOther(bearer(key))]).toEqual([401, 401])
})

it('remembers nobody while it cannot hear of changes', async () => {
  const { personal } = comer.headers
  await remember(personal)
  await app.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query like 'listen %'`,
  )
  await expect
    .poll(async () => {
      const statement = 'update api_key set revoked_at = $2 from quiet where id = $1'
      await silently(statement, [comer.personal.id, now])
      return [await inApp(personal), await inOther(personal)]
    })
    .toEqual([401, 401])
})
