import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { fetch } from 'undici'
import { withAdministration } from '#server/database/system/administration.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import {
  cookiesOf,
  type People,
  signInAtProvider,
  startIdentityProvider,
} from '#server/testing/identity-provider.ts'
import { waitUntilSealed } from '#server/testing/sealed.ts'

const cairn = 'http://cairn.test'
const people: People = {}
let app: TestApp
let provider: Awaited<ReturnType<typeof startIdentityProvider>>
let now = Date.now() / 1000

beforeAll(async () => {
  provider = await startIdentityProvider(cairn, people)
  const groups = 'admins=acme:admin,staff=acme:reader,staff=globex:reader,lost=nowhere:admin'
  const environment = {
    ...provider.environment,
    CAIRN_OIDC_GROUPS: groups,
    CAIRN_OIDC_LINK_BY_EMAIL: 'on',
  }
  app = await startTestApp({ environment, clock: () => now })
})
afterAll(async () => {
  await app.close()
  await provider.close()
})
beforeEach(() => {
  now = Date.now() / 1000
  for (const fault of Object.keys(provider.faults)) delete provider.faults[fault as 'claims']
})

const get = (path: string, cookie = '') =>
  app.call('GET', `/${path}`, { key: null, headers: { cookie } })
const sessionOf = (answer: { headers: Record<string, unknown> }) =>
  cookiesOf(answer).find((one) => one.startsWith('cairn_session=')) ?? ''

/** Begins to sign in: what the browser keeps, and where it goes. */
async function begin(returnTo = '/acme/flows?x=1') {
  const answer = await get(`/sign-in/oidc?return_to=${encodeURIComponent(returnTo)}`)
  expect(answer.status).toBe(303)
  return { cookie: cookiesOf(answer)[0] ?? '', address: String(answer.headers['location']) }
}
const pathOf = (address: string) => address.slice(cairn.length)

/** Signs in as somebody at the provider. @returns the answer to its callback */
async function signIn(user: string) {
  const { cookie, address } = await begin()
  return get(pathOf(await signInAtProvider(address, user)), cookie)
}
const whoIs = async (session: string) => (await get('/api/v2/cairn/session', session)).body
const rolesOf = async (session: string) => {
  const { organizations } = await whoIs(session)
  const shared = organizations.filter(({ kind }: { kind: string }) => kind === 'shared')
  return Object.fromEntries(
    shared.map(({ name, role }: { name: string; role: string }) => [name, role]),
  )
}

describe('signing in at the identity provider', () => {
  it('makes a user with the roles of their groups, and a session', async () => {
    people['s-1'] = {
      preferred_username: 'Nina',
      email: 'nina@corp.example',
      email_verified: true,
      groups: ['staff', 'admins', 'other'],
    }
    const answer = await signIn('s-1')
    expect(answer.status).toBe(200)
    const { user } = await whoIs(sessionOf(answer))
    expect(user).toEqual({ name: 'nina', email: 'nina@corp.example' })
    expect(await rolesOf(sessionOf(answer))).toEqual({ acme: 'admin', globex: 'reader' })
    // A page that goes on: a redirect would send no session that is limited to this site.
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.text).toContain(
      'url=/sign-in?signed_in=yes&amp;return_to=%2Facme%2Fflows%3Fx%3D1"',
    )
    const entries = await app.query(
      "select kind, actor from record where body like '%nina%' order by id",
    )
    expect(entries).toContainEqual({ kind: 'member_added', actor: '(single sign-on)' })
    const signedIn = "select 1 from record where actor = 'nina' and kind = 'signed_in'"
    expect(await app.query(signedIn)).toHaveLength(1)
  })

  it('gives no role where a service account has the name, and says so in the audit log', async () => {
    people['s-t'] = { preferred_username: 'twin', groups: ['staff'] }
    await signIn('s-t')
    people['s-t']['groups'] = []
    await signIn('s-t')
    const json = { name: 'twin-robot', privilege: 'reader' }
    expect((await app.call('POST', '/service-accounts/acme', { json })).status).toBe(201)
    // As a former version allowed it.
    await app.query("update service_account set name = 'twin' where name = 'twin-robot'")
    people['s-t']['groups'] = ['staff']
    expect(await rolesOf(sessionOf(await signIn('s-t')))).toEqual({ globex: 'reader' })
    await waitUntilSealed(app)
    const { body } = await app.call('GET', '/cairn/acme/audit-log?action=sign_in_refused')
    expect(body.entries[0]).toMatchObject({
      actor: '(single sign-on)',
      object_type: 'member',
      object: 'twin',
      result: 'refused',
    })
    const entry = `/cairn/acme/audit-log/entries/${body.entries[0].id}`
    const told = { name: 'twin', role: 'reader', reason: 'name_of_service_account' }
    expect((await app.call('GET', entry)).body.body).toEqual(told)
    expect(
      (await app.call('GET', '/cairn/acme/settings/sign-in')).body.refused_count,
    ).toBeGreaterThan(0)
  })

  it('follows the groups each time, down to none, with what the person could do by robots', async () => {
    people['s-2'] = { preferred_username: 'mover', groups: ['admins'] }
    const first = sessionOf(await signIn('s-2'))
    const headers = { cookie: first, 'x-cairn-session': '1' }
    const json = { name: 'robot-of-mover', privilege: 'admin' }
    await app.call('POST', '/service-accounts/acme', { key: null, headers, json })
    const keys = '/service-accounts/acme/robot-of-mover/api-keys'
    const made = await app.call('POST', keys, { key: null, headers, json: {} })
    const robot = made.body.key as string
    people['s-2']['groups'] = ['staff']
    const second = sessionOf(await signIn('s-2'))
    expect(await rolesOf(second)).toEqual({ acme: 'reader', globex: 'reader' })
    const [account] = await app.query(
      "select privilege from service_account where name = 'robot-of-mover'",
    )
    expect(account?.privilege).toBe('reader')
    expect((await app.call('GET', '/flows/acme', { key: robot })).status).toBe(200)

    people['s-2']['groups'] = ['unknown', 'lost']
    const last = await signIn('s-2')
    expect([last.status, sessionOf(last)]).toEqual([401, ''])
    expect((await get('/api/v2/cairn/session', second)).status).toBe(401)
    expect((await app.call('GET', '/flows/acme', { key: robot })).status).toBe(401)
    const members = await app.query(
      `select 1 from membership join user_account on id = user_id
        join organization on organization.id = org_id
        where user_account.name = 'mover' and kind = 'shared'`,
    )
    expect(members).toHaveLength(0)
    const refused = await app.query(
      "select body from record where actor = 'mover' and kind = 'sign_in_refused'",
    )
    expect(refused.map(({ body }) => JSON.parse(body))).toEqual([
      { by: 'single_sign_on', reason: 'no_group' },
    ])
  })

  it('takes nothing away where the provider names no groups at all', async () => {
    people['s-3'] = { preferred_username: 'keeper', groups: ['staff'] }
    const session = sessionOf(await signIn('s-3'))
    delete people['s-3']['groups']
    expect((await signIn('s-3')).status).toBe(401)
    expect(await rolesOf(session)).toEqual({ acme: 'reader', globex: 'reader' })
  })

  it('keeps roles in organizations that no group names', async () => {
    people['s-4'] = { preferred_username: 'guest', groups: ['staff'] }
    await signIn('s-4')
    await withAdministration(app.connection, async (it) => {
      await it.addOrganization('by-hand', 'outsider')
      await it.addMember('by-hand', 'guest', 'member')
    })
    expect(await rolesOf(sessionOf(await signIn('s-4')))).toMatchObject({ 'by-hand': 'member' })
  })

  it('never gives the account of somebody else, whatever the claims say', async () => {
    await withAdministration(app.connection, (it) => it.addUser('boss', 'boss@corp.example'))
    const claims = { preferred_username: 'admin', groups: ['staff'], email: 'boss@corp.example' }
    people['s-5'] = { ...claims, email_verified: false }
    const { user } = await whoIs(sessionOf(await signIn('s-5')))
    expect(user).toEqual({ name: 'admin-2', email: null })
    people['s-6'] = { ...claims, email_verified: 'true' }
    expect((await whoIs(sessionOf(await signIn('s-6')))).user.name).toBe('admin-3')
    people['s-7'] = { preferred_username: 'api', groups: ['staff'] }
    expect((await whoIs(sessionOf(await signIn('s-7')))).user.name).toBe('api-2')
  })

  it('links an account of the operator by a verified address, once, and none of an organization', async () => {
    const invited = { name: 'trap', role: 'reader', create: true, email: 'Chief@corp.example' }
    await app.call('POST', '/cairn/acme/members', { key: 'admin', json: invited })
    const verified = { email: 'chief@corp.example', email_verified: true, groups: ['staff'] }
    people['s-8'] = { ...verified, preferred_username: 'chief' }
    expect((await whoIs(sessionOf(await signIn('s-8')))).user.name).toBe('chief')
    await withAdministration(app.connection, (it) => it.addUser('old', 'Old@corp.example'))
    people['s-9'] = { ...verified, email: 'old@corp.example', preferred_username: 'x' }
    people['s-10'] = { ...people['s-9'] }
    expect((await whoIs(sessionOf(await signIn('s-9')))).user.name).toBe('old')
    expect((await whoIs(sessionOf(await signIn('s-10')))).user.name).toBe('x')
    expect((await whoIs(sessionOf(await signIn('s-9')))).user.name).toBe('old')
  })

  it('makes one user when somebody new signs in twice at the same moment', async () => {
    people['s-11'] = { preferred_username: 'twice', groups: ['staff'] }
    const answers = await Promise.all([signIn('s-11'), signIn('s-11'), signIn('s-11')])
    const names = await Promise.all(
      answers.map(async (one) => (await whoIs(sessionOf(one))).user.name),
    )
    expect(names).toEqual(['twice', 'twice', 'twice'])
  })

  it('refuses who is disabled, and ends what they had', async () => {
    people['s-12'] = { preferred_username: 'former', groups: ['staff'] }
    const session = sessionOf(await signIn('s-12'))
    await withAdministration(app.connection, (it) => it.setDisabled('former', true))
    expect((await get('/api/v2/cairn/session', session)).status).toBe(401)
    expect((await signIn('s-12')).status).toBe(401)
    await withAdministration(app.connection, (it) => it.setDisabled('former', false))
    expect((await signIn('s-12')).status).toBe(200)
  })

  it('is needed again before a key is made, as after signing in with a key', async () => {
    people['s-14'] = { preferred_username: 'maker', groups: ['staff'] }
    const cookie = sessionOf(await signIn('s-14'))
    const headers = { cookie, 'x-cairn-session': '1' }
    const make = () => app.call('POST', '/cairn/session/api-keys', { key: null, headers, json: {} })
    now += 12 * 3600 + 1
    expect((await make()).body.code).toBe('sign_in_again')
    now -= 2
    expect((await make()).status).toBe(201)
  })

  it('signs out there, too', async () => {
    people['s-13'] = { preferred_username: 'leaving', groups: ['staff'] }
    const cookie = sessionOf(await signIn('s-13'))
    const headers = { cookie, 'x-cairn-session': '1' }
    const { body } = await app.call('DELETE', '/cairn/session', { key: null, headers })
    const url = new URL(body.logout_url)
    expect(url.origin).toBe(provider.issuer)
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${cairn}/sign-in`)
    expect((await fetch(url, { redirect: 'manual' })).status).toBe(200)
    const [row] = await app.query('select id_token from session where id_token is not null')
    expect(row?.id_token.toString()).not.toContain('eyJ')
  })
})

describe('an answer of the provider is refused', () => {
  beforeAll(() => void (people['h'] = { preferred_username: 'honest', groups: ['admins'] }))

  it.each<[string, (claims: Record<string, unknown>) => Record<string, unknown>]>([
    ['with another nonce', (claims) => ({ ...claims, nonce: 'another' })],
    ['without a nonce', ({ nonce: _, ...claims }) => claims],
    ['of another issuer', (claims) => ({ ...claims, iss: 'https://evil.example' })],
    ['for another client', (claims) => ({ ...claims, aud: 'another' })],
    ['for several clients', (claims) => ({ ...claims, aud: ['cairn', 'another'], azp: 'another' })],
    ['that has expired', (claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 3600 })],
    ['without an end', ({ exp: _, ...claims }) => claims],
    ['about somebody else than it says', (claims) => ({ ...claims, sub: 's-1' })],
  ])('%s', async (_what, change) => {
    provider.faults.claims = change
    const answer = await signIn('h')
    expect([answer.status, sessionOf(answer)]).toEqual([401, ''])
    expect(answer.text).toContain('url=/sign-in?failed=refused')
  })

  it('that it did not sign', async () => {
    const refused = async () => {
      const { text } = await app.call('GET', '//metrics', { key: 'admin' })
      return Number(/cairn_sign_ins_refused_total{way="single_sign_on"} (\d+)/.exec(text)?.[1])
    }
    const before = await refused()
    provider.faults.hasForeignKey = true
    expect((await signIn('h')).status).toBe(401)
    expect((await refused()) - before).toBe(1)
  })

  it('when it is replayed, here or in another browser, or its state is another', async () => {
    const { cookie, address } = await begin()
    const callback = pathOf(await signInAtProvider(address, 'h'))
    expect((await get(callback)).status).toBe(401)
    const other = await begin()
    expect((await get(callback, other.cookie)).status).toBe(401)
    const changed = callback.replace(/state=[^&]*/, 'state=x')
    expect((await get(changed, cookie)).status).toBe(401)
    expect((await get(callback, cookie)).status).toBe(200)
    expect((await get(callback, cookie)).status).toBe(401)
    expect((await get(callback, `${cookie}; ${other.cookie}`)).status).toBe(401)
  })

  it('when it is too late', async () => {
    const { cookie, address } = await begin()
    const callback = pathOf(await signInAtProvider(address, 'h'))
    now += 601
    expect((await get(callback, cookie)).status).toBe(401)
  })

  it.each([
    ['nothing', ''],
    ['an error', '?error=access_denied'],
    ['two codes', '?code=a&code=b&state=c'],
    ['U+0000', '?code=%00'],
    ['an unknown code', '?code=x'],
    ['a long text', `?${'a'.repeat(4000)}`],
  ])('when it is nonsense: %s', async (_what, query) => {
    const { cookie } = await begin()
    const answer = await get(`/sign-in/callback${query}`, cookie)
    expect(answer.status).toBe(401)
    expect(String(answer.headers['set-cookie'])).toMatch(/^cairn_sign_in=; .*Max-Age=0/)
  })
})

describe('a provider', () => {
  beforeAll(() => void (people['p'] = { preferred_username: 'patient', groups: ['staff'] }))

  it('that rotates its keys is believed at once', async () => {
    expect((await signIn('p')).status).toBe(200)
    await provider.rotate()
    expect((await signIn('p')).status).toBe(200)
  })

  it.each(['/token', '/me', '/jwks', '/.well-known'])(
    'that fails at %s is waited for',
    async (path) => {
      const { cookie, address } = await begin()
      const callback = pathOf(await signInAtProvider(address, 'p'))
      provider.faults.failsAt = path
      const answer = await get(callback, cookie)
      expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
      expect(answer.text).toContain('url=/sign-in?failed=unavailable')
    },
  )

  it('that says nothing holds nobody up', async () => {
    const { cookie, address } = await begin()
    const callback = pathOf(await signInAtProvider(address, 'p'))
    provider.faults.isSilentAt = '/token'
    expect((await get(callback, cookie)).status).toBe(503)
  })

  it('is not asked for paths of other sites', async () => {
    const { cookie, address } = await begin('//evil.example/x"><script>')
    const answer = await get(pathOf(await signInAtProvider(address, 'p')), cookie)
    const [, to = ''] = /content="0;url=([^"]*)"/.exec(answer.text) ?? []
    expect(to).toBe('/sign-in?signed_in=yes&amp;return_to=%2F%2Fevil.example%2Fx%22%3E%3Cscript%3E')
    const long = await begin(`/${'x'.repeat(3000)}`)
    expect(long.cookie.length).toBeLessThan(1000)
  })
})
