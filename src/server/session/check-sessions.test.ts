import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { ProviderSessions } from '#server/database/system/provider-sessions.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  cookiesOf,
  type People,
  signInAtProvider,
  startIdentityProvider,
} from '#server/testing/identity-provider.ts'

const cairn = 'http://cairn.test'
const people: People = {}
let app: TestApp
let provider: Awaited<ReturnType<typeof startIdentityProvider>>
/** Seconds that the service's clock is ahead. */
let ahead = 0

beforeAll(async () => {
  provider = await startIdentityProvider(cairn, people)
  const groups = 'admins=acme:admin,staff=acme:reader'
  const environment = { ...provider.environment, CAIRN_OIDC_GROUPS: groups }
  app = await startTestApp({
    environment,
    checkSessionsMs: 100,
    clock: () => Date.now() / 1000 + ahead,
  })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(() => {
  delete provider.faults.failsAt
})

const get = (path: string, cookie = '') =>
  app.call('GET', `/${path}`, { key: null, headers: { cookie } })

/** Signs in at the provider. @returns the cookie of the session */
async function signIn(user: string): Promise<string> {
  const begun = await get('/sign-in/oidc')
  const callback = await signInAtProvider(String(begun.headers['location']), user)
  const done = await get(callback.slice(cairn.length), cookiesOf(begun)[0])
  return cookiesOf(done).find((one) => one.startsWith('cairn_session=')) ?? ''
}

/** Status of a call to acme, and the role that the session has there. */
async function seen(cookie: string): Promise<[status: number, role: string | undefined]> {
  const { status } = await get('/api/v2/flows/acme', cookie)
  const { body } = await get('/api/v2/cairn/session', cookie)
  const own = body.organizations?.find(({ name }: { name: string }) => name === 'acme')
  return [status, own?.role]
}

/** Lets the time pass in which the provider is asked once, while the session is used. */
async function pass(cookie: string): Promise<void> {
  ahead += 46
  await get('/api/v2/cairn/session', cookie)
}

it('follows the groups of who has a session open, twice, with tokens that are renewed', async () => {
  people['c-1'] = { preferred_username: 'mover', groups: ['admins'] }
  const session = await signIn('c-1')
  expect(await seen(session)).toEqual([200, 'admin'])
  for (const [group, role] of [
    ['staff', 'reader'],
    ['admins', 'admin'],
  ]) {
    people['c-1']['groups'] = [group]
    await pass(session)
    await expect.poll(() => seen(session)).toEqual([200, role])
  }
})

it('ends the sessions of who has lost all groups, and takes the roles from their keys', async () => {
  people['c-2'] = { preferred_username: 'leaver', groups: ['admins'] }
  const session = await signIn('c-2')
  const headers = { cookie: session, 'x-cairn-session': '1' }
  const made = await app.call('POST', '/cairn/session/api-keys', {
    ...{ key: null, headers, json: { description: 'own' } },
  })
  expect(made.status).toBe(201)
  people['c-2']['groups'] = []
  await pass(session)
  await expect.poll(() => seen(session)).toEqual([401, undefined])
  expect((await app.call('GET', '/flows/acme', { key: made.body.key })).status).toBe(403)
})

it('ends a session that the provider refuses to renew, and says so in the audit log', async () => {
  people['c-3'] = { preferred_username: 'gone', groups: ['staff'] }
  const session = await signIn('c-3')
  delete people['c-3']
  await pass(session)
  await expect.poll(() => seen(session)).toEqual([401, undefined])
  const ended = await app.query(
    "select body from record where actor = 'gone' and kind = 'signed_out'",
  )
  expect(ended.map(({ body }) => JSON.parse(body))).toContainEqual({
    how: 'refused by the identity provider',
    sessions: 1,
  })
})

it('takes nothing away while the provider is away, and says that', async () => {
  people['c-4'] = { preferred_username: 'stayer', groups: ['staff'] }
  const session = await signIn('c-4')
  const warn = vi.spyOn(app.server.log, 'warn')
  delete people['c-4']
  provider.faults.failsAt = '/token'
  await pass(session)
  await expect
    .poll(() => warn.mock.calls)
    .toContainEqual([
      { reason: 'The identity provider does not respond' },
      'a session was not checked, and goes on',
    ])
  expect(await seen(session)).toEqual([200, 'reader'])
  // Back again, it is believed.
  delete provider.faults.failsAt
  await pass(session)
  await expect.poll(() => seen(session)).toEqual([401, undefined])
})

it('asks nothing about a session that is not used', async () => {
  people['c-5'] = { preferred_username: 'sleeper', groups: ['staff'] }
  const session = await signIn('c-5')
  delete people['c-5']
  const looks = vi.spyOn(ProviderSessions.prototype, 'take')
  onTestFinished(() => looks.mockRestore())
  ahead += 300
  // The third begins when the first two are over.
  await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(2)
  const kept = await app.query(`select checked_at > session.created_at + 10 as is_checked
    from session join user_account on user_account.id = user_id where name = 'sleeper'`)
  expect(kept).toEqual([{ is_checked: false }])
  await get('/api/v2/cairn/session', session)
  await expect.poll(() => seen(session)).toEqual([401, undefined])
})
