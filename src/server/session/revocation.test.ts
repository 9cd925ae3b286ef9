import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withAdministration } from '#server/database/system/administration.ts'
import { signInLink } from '#server/first-run.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let now = 1_800_000_000
beforeAll(async () => void (app = await startTestApp({ clock: () => now })))
afterAll(() => app.close())

const own = (path: string, key: string, json?: unknown, method = 'POST') =>
  app.call(method, `/cairn/session${path}`, { key, ...(json !== undefined && { json }) })
const signIn = (json: object) => app.call('POST', '/cairn/session', { key: null, json })

/** A browser that signed in with a key, and its requests. */
async function browser(api_key: string) {
  const cookie = String((await signIn({ api_key })).headers['set-cookie']).split(';')[0] ?? ''
  const headers = { cookie, 'x-cairn-session': '1' }
  return (method: string, path: string, json?: unknown) =>
    app.call(method, path, { key: null, headers, ...(json !== undefined && { json }) })
}
const makeKey = async (json: object = {}) => (await own('/api-keys', 'member', json)).body

describe('a session ends with the key that opened it', () => {
  it.each([
    ['revoked', (id: string) => own(`/api-keys/${id}`, 'member', undefined, 'DELETE')],
    [
      'rotated without grace',
      (id: string) => own(`/api-keys/${id}/rotate`, 'member', { grace_period_hours: 0 }),
    ],
    ['expired', async () => void (now += 60)],
  ])('%s', async (_how, end) => {
    const made = await makeKey({ expires_at: now + 60 })
    const ask = await browser(made.key)
    expect((await ask('GET', '/flows/acme')).status).toBe(200)
    await end(made.id)
    expect((await ask('GET', '/flows/acme')).status).toBe(401)
    expect((await ask('POST', '/cairn/session/api-keys', {})).status).toBe(401)
  })

  it('but continues when it rotates that key itself', async () => {
    const made = await makeKey()
    const ask = await browser(made.key)
    const path = `/cairn/session/api-keys/${made.id}/rotate`
    expect((await ask('POST', path, { grace_period_hours: 0 })).status).toBe(201)
    expect((await ask('GET', '/flows/acme')).status).toBe(200)
  })
})

it('a key that expires makes none that outlives it, by itself or by its session', async () => {
  const end = now + 3600
  const [made, lasting] = [await makeKey({ expires_at: end }), await makeKey()]
  const ask = await browser(made.key)
  const byKey = (method: string, path: string, json?: unknown) =>
    app.call(method, path, { key: made.key, json })
  for (const by of [ask, byKey]) {
    const make = (json: object) => by('POST', '/cairn/session/api-keys', json)
    for (const expires_at of [undefined, 0, end + 1]) {
      const { status, body } = await make({ expires_at })
      expect(status).toBe(400)
      expect(body.errors.expires_at).toBe(
        `Input should be at most ${end}: you came with a key that ends then [input: ${expires_at ?? 0}]`,
      )
    }
    expect((await make({ expires_at: end })).status).toBe(201)
    expect((await by('POST', `/cairn/session/api-keys/${lasting.id}/rotate`, {})).status).toBe(400)
  }
  now += 0.5
  await own(`/api-keys/${lasting.id}/rotate`, 'member', { grace_period_hours: 1 })
  now += 0.5
  const { body } = await own('/api-keys', lasting.key, {})
  expect(body.errors.expires_at).toContain(`at most ${now + 3599}: you came with a key that ends`)
})

describe('a sign-in link', () => {
  const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''
  const redeem = async (token: string) => (await signIn({ token })).status
  const invite = async (name: string) => {
    const json = { name, role: 'reader', create: true }
    const { body } = await app.call('POST', '/cairn/acme/members', { key: 'admin', json })
    return tokenOf(body.sign_in_link)
  }
  const add = (name: string) =>
    app.call('POST', '/cairn/globex/members', { key: 'outsider', json: { name, role: 'member' } })
  const remove = (org: string, name: string, key: string) =>
    app.call('DELETE', `/cairn/${org}/members/${name}`, { key })

  it.each<[string, (name: string) => Promise<unknown>]>([
    ['another organization added the user', add],
    [
      'another organization added the user, and removed them again',
      async (name) => {
        await add(name)
        await remove('globex', name, 'outsider')
      },
    ],
    ['its organization removed the user', (name) => remove('acme', name, 'admin')],
    [
      'it was made anew',
      (name) => app.call('POST', `/cairn/acme/members/${name}/sign-in-link`, { key: 'admin' }),
    ],
    [
      'the operator gave the user a key',
      (name) => withAdministration(app.connection, (it) => it.addKey(name, 'theirs')),
    ],
  ])('opens nothing once %s', async (_what, happen) => {
    const name = `carol-${Math.random().toString(36).slice(2)}`
    const token = await invite(name)
    await happen(name)
    expect(await redeem(token)).toBe(401)
  })

  it('works once, and voids all others of its user', async () => {
    const token = await invite('dora')
    expect([await redeem(token), await redeem(token)]).toEqual([201, 401])
  })

  it('of the operator is void once the user signed in another way, or another was made', async () => {
    const make = () =>
      withAdministration(app.connection, (it) =>
        signInLink(it, { baseUrl: 'http://localhost' }, 'reader').then(tokenOf),
      )
    // Administration uses the machine's clock.
    const real = now
    now = Date.now() / 1000 + 1
    const [first, second] = [await make(), await make()]
    expect([await redeem(first), await redeem(second)]).toEqual([401, 201])
    const third = await make()
    await browser(app.keys['reader'] ?? '')
    expect(await redeem(third)).toBe(401)
    now = real
  })

  it('is made for nobody whom the organization did not make', async () => {
    await withAdministration(app.connection, (it) => it.addUser('new-colleague'))
    await add('new-colleague')
    const path = '/cairn/globex/members/new-colleague/sign-in-link'
    expect((await app.call('POST', path, { key: 'outsider' })).status).toBe(400)
  })
})

it('does not show more than the name of somebody who was only named', async () => {
  await withAdministration(app.connection, (it) => it.addUser('eve', 'eve@private.example'))
  const key = await withAdministration(app.connection, (it) => it.addKey('eve', 'secret project'))
  await app.call('GET', '/flows/eve', { key })
  const name = 'eve'
  const add = (org: string, by: string) =>
    app.call('POST', `/cairn/${org}/members`, { key: by, json: { name, role: 'reader' } })
  await add('acme', 'admin')
  const listed = async () => {
    const { body } = await app.call('GET', '/cairn/acme/members', { key: 'admin' })
    return body.find((one: { name: string }) => one.name === name)
  }
  expect(await listed()).toMatchObject({ email: null, last_seen_at: null, key_count: null })
  await app.call('GET', '/flows/acme', { key })
  const known = { email: 'eve@private.example', last_seen_at: now }
  expect(await listed()).toMatchObject({ ...known, key_count: 1 })
  await add('globex', 'outsider')
  const before = now
  now += 3600
  await app.call('GET', '/flows/globex', { key })
  expect(await listed()).toMatchObject({ ...known, last_seen_at: before, key_count: null })
})

it('an organization that only named somebody learns nothing about them, and they may leave it', async () => {
  const key = await withAdministration(app.connection, async (it) => {
    await it.addUser('stranger')
    return it.addKey('stranger', '')
  })
  const name = 'stranger'
  await app.call('POST', '/cairn/acme/members', { key: 'admin', json: { name, role: 'member' } })
  const heard = async () => {
    const rows = await app.query(
      `select record.kind from record join organization on organization.id = org_id
        where organization.name = 'acme' and actor = 'stranger' order by record.id`,
    )
    return rows.map(({ kind }) => kind)
  }
  const ask = await browser(key)
  await ask('POST', '/cairn/session/api-keys', {})
  await app.call('GET', '/flows/globex', { key: `${key.slice(0, -1)}0` })
  expect(await heard()).toEqual([])
  const leave = (organization: string, by = key) =>
    app.call('POST', '/cairn/acme/leave', { key: by, json: { organization } })
  const path = '/service-accounts/acme'
  await app.call('POST', path, { key, json: { name: 'left-behind', privilege: 'reader' } })
  const account = await app.call('POST', `${path}/left-behind/api-keys`, { key, json: {} })
  expect((await leave('acme', account.body.key)).status).toBe(403)
  expect((await leave('globex')).body.errors).toEqual({
    organization: "Input should be 'acme' [input: globex]",
  })
  expect((await leave('acme')).status).toBe(200)
  for (const left of [key, account.body.key]) {
    expect((await app.call('GET', '/flows/acme', { key: left })).status).not.toBe(200)
  }
  expect(await heard()).toContain('member_removed')
  expect((await leave('acme', 'admin')).body.message).toContain("'admin' is the last admin")
  const json = { organization: name }
  expect((await app.call('POST', `/cairn/${name}/leave`, { key, json })).status).toBe(403)
})

describe('a session makes keys within hours of the sign-in', () => {
  const account = '/service-accounts/acme/hourly'
  it('then requires another sign-in, and continues otherwise', async () => {
    const made = await makeKey()
    const ask = await browser(made.key)
    await ask('POST', '/service-accounts/acme', { name: 'hourly', privilege: 'reader' })
    now += 12 * 3600
    const { body } = await ask('POST', `${account}/api-keys`, {})
    const makers: [path: string, json: object][] = [
      ['/cairn/session/api-keys', {}],
      [`/cairn/session/api-keys/${made.id}/rotate`, {}],
      [`${account}/api-keys`, {}],
      [`${account}/api-keys/${body.id}/rotate`, {}],
    ]
    now += 1
    for (const [path, json] of makers) {
      const refused = await ask('POST', path, json)
      expect([path, refused.status, refused.body]).toEqual([
        path,
        401,
        {
          message: 'Sign in again: keys are made within 12 hours of signing in',
          code: 'sign_in_again',
        },
      ])
    }
    expect((await ask('GET', '/flows/acme')).status).toBe(200)
    const again = await browser(made.key)
    for (const [path, json] of makers) expect((await again('POST', path, json)).status).toBe(201)
  })

  it('of a person without a key, at any time', async () => {
    const json = { name: 'by-link', role: 'reader', create: true }
    const invited = await app.call('POST', '/cairn/acme/members', { key: 'admin', json })
    const token = new URL(invited.body.sign_in_link).searchParams.get('token')
    const cookie = String((await signIn({ token })).headers['set-cookie']).split(';')[0] ?? ''
    const headers = { cookie, 'x-cairn-session': '1' }
    now += 48 * 3600
    const make = () => app.call('POST', '/cairn/session/api-keys', { key: null, headers, json: {} })
    expect([(await make()).status, (await make()).status]).toEqual([201, 401])
  })
})

describe('the operator', () => {
  const operate = <T>(work: Parameters<typeof withAdministration<T>>[1]) =>
    withAdministration(app.connection, work)
  const entries = async (org: string) => {
    const rows = await app.query(
      `select record.kind, body from record join organization on organization.id = org_id
        where actor = '(operator)' and organization.name = $1 order by record.id`,
      [org],
    )
    return rows.map(({ kind, body }) => [kind, JSON.parse(body)])
  }

  it('disables a user with all their credentials, until they are enabled', async () => {
    const json = { name: 'bot', privilege: 'reader' }
    await app.call('POST', '/service-accounts/acme', { key: 'snapshotter', json })
    const made = await app.call('POST', '/service-accounts/acme/bot/api-keys', {
      key: 'snapshotter',
      json: {},
    })
    const ask = await browser(app.keys['snapshotter'] ?? '')
    const statuses = async () => [
      (await app.call('GET', '/flows/acme', { key: 'snapshotter' })).status,
      (await app.call('GET', '/flows/acme', { key: made.body.key })).status,
      (await ask('GET', '/flows/acme')).status,
    ]
    expect(await statuses()).toEqual([200, 200, 200])
    expect(await operate((it) => it.setDisabled('snapshotter', true))).toBe(true)
    expect(await operate((it) => it.setDisabled('snapshotter', true))).toBe(false)
    expect(await statuses()).toEqual([401, 401, 401])
    await operate((it) => it.setDisabled('snapshotter', false))
    expect(await statuses()).toEqual([200, 200, 401])
    const name = 'snapshotter'
    expect((await entries('acme')).filter(([, body]) => body.name === name)).toEqual([
      ['user_disabled', { name }],
      ['signed_out', { name, how: 'ended', sessions: 1 }],
      ['user_enabled', { name }],
    ])
  })

  it('revokes keys and ends sessions, and each command appends an entry', async () => {
    await operate(async (it) => {
      await it.addUser('zoe')
      await it.addOrganization('zoes', 'zoe')
      await it.addMember('zoes', 'reader', 'member')
      await it.addMember('zoes', 'reader', 'member')
      await it.addMember('zoes', 'reader', 'reader')
    })
    const first = await operate((it) => it.addKey('zoe', 'the first'))
    await app.call('GET', '/flows/zoes', { key: first })
    const key = await operate((it) => it.addKey('zoe', 'private words'))
    const id = key.split('_')[2] ?? ''
    expect(await operate((it) => it.endSessions('zoe'))).toBe(0)
    expect(await operate((it) => it.revokeKeys('zoe', id))).toBe(1)
    await expect(operate((it) => it.revokeKeys('zoe', id))).rejects.toThrow("has no key '")
    expect((await app.call('GET', '/flows/zoes', { key })).status).toBe(401)
    const name = 'reader'
    expect(await entries('zoes')).toEqual([
      ['member_added', { name: 'zoe', role_after: 'admin' }],
      ['member_added', { name, role_after: 'member' }],
      ['member_changed', { name, role_before: 'member', role_after: 'reader' }],
      ['key_created', { name: 'zoe', key_id: id, expires_at: null }],
      ['key_revoked', { name: 'zoe', key_id: id }],
    ])
    expect(JSON.stringify(await entries('zoe'))).toContain('private words')
  })

  it.each(['aaaaaaaaaaaaaaaa', 'passwordpassword', 'abcdabcdabcdabcdab', '1111222233334444'])(
    'imports no key that is no secret: %s',
    async (key) => {
      const message = 'A key has at least 5 different characters'
      await expect(operate((it) => it.importKey('member', key))).rejects.toThrow(message)
    },
  )
})

describe('service accounts of a demoted person', () => {
  const make = async (name: string, privilege: string, key: string) => {
    const path = '/service-accounts/acme'
    await app.call('POST', path, { key, json: { name, privilege } })
    return (await app.call('POST', `${path}/${name}/api-keys`, { key, json: {} })).body.key
  }
  const works = async (key: string) =>
    (await app.call('GET', '/flows/acme', { key })).status === 200
  const writes = async (key: string) =>
    (await app.call('PUT', '/flows/acme', { key, json: { name: 'f' } })).status < 300
  const person = async (name: string) => {
    await withAdministration(app.connection, async (it) => {
      await it.addUser(name)
      await it.addMember('acme', name, 'admin')
    })
    return withAdministration(app.connection, (it) => it.addKey(name, ''))
  }

  it("have at most the person's current role", async () => {
    const leaver = await person('demoted')
    const own = await make('own', 'admin', leaver)
    await make('others', 'admin', 'admin')
    const path = '/service-accounts/acme/others/api-keys'
    const lent = (await app.call('POST', path, { key: leaver, json: {} })).body.key
    expect([await writes(own), await writes(lent)]).toEqual([true, true])
    const json = { role: 'reader' }
    await app.call('PATCH', '/cairn/acme/members/demoted', { key: 'admin', json })
    expect([await works(own), await writes(own), await works(lent)]).toEqual([true, false, false])
  })

  it.each([
    ['are revoked with their chain', '', false, 'removed'],
    ['go on for who takes them over', '?service_accounts=take_over', true, 'replaced'],
  ])('%s when they are removed', async (_what, query, expected, name) => {
    const leaver = await person(name)
    const first = await make(`${name}-1`, 'member', leaver)
    const second = await make(`${name}-2`, 'member', first)
    const { body } = await app.call('GET', '/cairn/acme/members', { key: 'admin' })
    const listed = body.find((one: { name: string }) => one.name === name)
    expect(listed.service_account_count).toBe(2)
    const path = `/cairn/acme/members/${name}${query}`
    expect((await app.call('DELETE', path, { key: 'admin' })).status).toBe(200)
    expect([await works(first), await works(second)]).toEqual([expected, expected])
    const [row] = await app.query(
      `select user_account.name from service_account join user_account on user_account.id = responsible_id
        where service_account.name = $1`,
      [`${name}-2`],
    )
    expect(row?.name).toBe(expected ? 'admin' : name)
  })
})
