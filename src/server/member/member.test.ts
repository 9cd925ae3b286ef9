import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let now = 1_800_000_000
beforeAll(async () => void (app = await startTestApp({ clock: () => (now += 1) })))
afterAll(() => app.close())

const as = (key: string, method: string, path = '', json?: unknown) =>
  app.call(method, `/cairn/acme/members${path}`, { key, ...(json !== undefined && { json }) })
const roleOf = async (name: string) => {
  const { body } = await as('reader', 'GET')
  return body.find((one: { name: string }) => one.name === name)?.role
}

describe('the list', () => {
  it("shows everybody's role; other fields are for admins", async () => {
    const seen = (await as('reader', 'GET')).body
    expect(seen.map((one: { name: string }) => one.name)).toEqual([
      'admin',
      'member',
      'reader',
      'snapshotter',
    ])
    expect(seen[1]).toEqual({
      name: 'member',
      role: 'member',
      joined_at: expect.any(Number),
      email: null,
      last_seen_at: null,
      key_count: null,
      service_account_count: null,
      is_invited: false,
    })
    await app.call('GET', '/flows/acme', { key: 'member' })
    const json = { name: 'of-member', privilege: 'reader' }
    await app.call('POST', '/service-accounts/acme', { json })
    const admin = (await as('admin', 'GET')).body
    expect(admin[1]).toMatchObject({ key_count: 1, service_account_count: 1 })
    expect(admin[1].last_seen_at).toBeGreaterThan(1_800_000_000)
  })

  it('includes members added on the command line who never came', async () => {
    await app.query(
      "insert into user_account (id, name, created_at) values ('01-quiet', 'quiet', 1)",
    )
    await app.query(`insert into membership (org_id, user_id, role, created_at)
      select id, '01-quiet', 'reader', 1 from organization where name = 'acme'`)
    const { body } = await as('admin', 'GET', '?q=quiet')
    expect(body).toMatchObject([{ name: 'quiet', is_invited: false }])
    await app.query(`delete from membership where user_id = '01-quiet'`)
  })
})

describe('adding', () => {
  it('a user of another organization gives them their role, at once', async () => {
    const read = () => app.call('GET', '/flows/acme', { key: 'outsider' })
    expect((await read()).status).toBe(403)
    const { status, body } = await as('admin', 'POST', '', { name: 'outsider', role: 'reader' })
    expect([status, body]).toEqual([201, { name: 'outsider', role: 'reader', sign_in_link: null }])
    expect((await read()).status).toBe(200)
    const again = await as('admin', 'POST', '', { name: 'outsider', role: 'admin' })
    const message = "'outsider' is already a member of 'acme'"
    expect([again.status, again.body]).toEqual([400, { message, code: 'already_exists' }])
    expect(await roleOf('outsider')).toBe('reader')
    await as('admin', 'DELETE', '/outsider')
    expect((await read()).status).toBe(403)
  })

  it('is refused for the name of a service account, new or known', async () => {
    const json = { name: 'deployer', privilege: 'reader' }
    expect((await app.call('POST', '/service-accounts/acme', { json })).status).toBe(201)
    for (const create of [true, false]) {
      const { status, body } = await as('admin', 'POST', '', {
        name: 'deployer',
        role: 'reader',
        create,
      })
      expect([status, body.code, Object.keys(body.errors)]).toEqual([
        ...[400, 'already_exists', ['name']],
      ])
    }
  })

  it('a new one makes a user with a link that signs in once', async () => {
    const input = { name: 'new-one', role: 'member', create: true, email: 'new@acme.example' }
    const { status, body } = await as('admin', 'POST', '', input)
    expect(status).toBe(201)
    const link = new URL(body.sign_in_link)
    expect([link.pathname, link.searchParams.get('return_to')]).toEqual(['/sign-in', '/acme'])
    const json = { token: link.searchParams.get('token') }
    const signIn = () => app.call('POST', '/cairn/session', { key: null, json })
    const [first, second] = [await signIn(), await signIn()]
    expect([first.status, second.status]).toEqual([201, 401])
    expect(first.body).toMatchObject({
      user: { name: 'new-one', email: 'new@acme.example' },
      default_org: 'acme',
      organizations: [
        { name: 'acme', kind: 'shared', role: 'member' },
        { name: 'new-one', kind: 'personal', role: 'admin' },
      ],
    })
    const text = JSON.stringify(await app.query('select * from record'))
    expect(text).not.toContain(json.token)
  })

  it('is repeated until they came, and for nobody else', async () => {
    const input = { name: 'late-one', role: 'reader', create: true }
    const first = (await as('admin', 'POST', '', input)).body.sign_in_link
    const again = await as('admin', 'POST', '/late-one/sign-in-link')
    expect([again.status, again.body.sign_in_link === first]).toEqual([201, false])
    const token = new URL(again.body.sign_in_link).searchParams.get('token')
    const invited = async () => {
      const { body } = await as('admin', 'GET')
      return body.filter((one: { is_invited: boolean }) => one.is_invited)
    }
    expect(await invited()).toMatchObject([{ name: 'late-one' }])
    const signedIn = await app.call('POST', '/cairn/session', { key: null, json: { token } })
    expect(signedIn.status).toBe(201)
    expect(await invited()).toEqual([])
    // A link would allow acting as somebody with a key or a session; an unknown name gets none
    // either.
    for (const name of ['late-one', 'member', 'outsider', 'nobody-here']) {
      const { status, body } = await as('admin', 'POST', `/${name}/sign-in-link`)
      const message = `'${name}' has no invitation here to renew: they have signed in, have a key, or are in another organization`
      expect([status, body]).toEqual([400, { message, code: 'not_invited' }])
    }
  })

  it('twice concurrently makes one user', async () => {
    const input = { name: 'at-once', role: 'reader', create: true }
    const tries = Array.from({ length: 5 }, () => as('admin', 'POST', '', input))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 400, 400, 400, 400])
    const orgs = await app.query("select 1 from organization where name = 'at-once'")
    expect(orgs).toHaveLength(1)
  })

  it.each([
    [
      { name: 'nobody-here', role: 'reader' },
      404,
      { message: "There is no user named 'nobody-here'" },
    ],
    [
      { name: 'globex', role: 'reader', create: true },
      400,
      {
        message: "A user or an organization named 'globex' exists already",
        code: 'already_exists',
      },
    ],
    [
      { name: 'outsider', role: 'reader', create: true },
      400,
      {
        message: "A user or an organization named 'outsider' exists already",
        code: 'already_exists',
      },
    ],
  ])('%j is refused', async (json, status, refusal) => {
    const before = await countRows(app)
    const users = await app.query('select 1 from user_account')
    const answer = await as('admin', 'POST', '', json)
    expect([answer.status, answer.body]).toEqual([status, refusal])
    expect(await countRows(app)).toEqual(before)
    expect(await app.query('select 1 from user_account')).toHaveLength(users.length)
  })

  it.each([
    [{ name: 'a b' }, 'name', 'String should match pattern'],
    [{ name: '' }, 'name', 'String should match pattern'],
    [{ name: 'x'.repeat(65) }, 'name', 'at most 64 characters'],
    [{ name: 'api', create: true }, 'name', 'The name is reserved [input: api]'],
    [{ name: undefined }, 'name', 'Field required'],
    [{ role: 'owner' }, 'role', "Input should be 'admin', 'member', 'snapshotter' or 'reader'"],
    [{ role: undefined }, 'role', 'Field required'],
    [{ email: 'no mail' }, 'email', 'String should match pattern'],
    [{ create: 'yes' }, 'create', 'Input should be a valid boolean'],
  ])('refuses %j', async (fields, field, reason) => {
    const { status, body } = await as('admin', 'POST', '', { name: 'x', role: 'reader', ...fields })
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
    expect(body.errors[field]).toContain(reason)
  })
})

describe('the last admin', () => {
  const message = "'admin' is the last admin of 'acme': make somebody else admin first"

  it('is neither demoted nor removed', async () => {
    const before = await countRows(app)
    for (const role of ['member', 'snapshotter', 'reader']) {
      const { status, body } = await as('admin', 'PATCH', '/admin', { role })
      expect([status, body]).toEqual([400, { message, code: 'last_admin' }])
    }
    const { status, body } = await as('admin', 'DELETE', '/admin')
    expect([status, body]).toEqual([400, { message, code: 'last_admin' }])
    expect((await as('admin', 'PATCH', '/admin', { role: 'admin' })).status).toBe(200)
    expect(await countRows(app)).toEqual(before)
  })

  it('remains when two demote each other concurrently', async () => {
    await as('admin', 'PATCH', '/member', { role: 'admin' })
    const answers = await Promise.all([
      as('admin', 'PATCH', '/member', { role: 'reader' }),
      as('member', 'PATCH', '/admin', { role: 'reader' }),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const admins = await app.query(
      `select 1 from membership join organization on organization.id = org_id
       where organization.name = 'acme' and role = 'admin'`,
    )
    expect(admins).toHaveLength(1)
    const other = (await roleOf('admin')) === 'admin' ? 'admin' : 'member'
    for (const [name, role] of [
      ['admin', 'admin'],
      ['member', 'member'],
    ]) {
      await as(other, 'PATCH', `/${name}`, { role })
    }
  })
})

it('applies a changed role, and a removal, with the next request', async () => {
  const put = async () =>
    (await app.call('PUT', '/flows/acme', { key: 'snapshotter', json: { name: 'f' } })).status
  expect(await put()).toBe(403)
  await as('admin', 'PATCH', '/snapshotter', { role: 'member' })
  expect(await put()).toBe(201)
  await app.call('PUT', '/user/acme', { key: 'snapshotter' })
  await as('admin', 'DELETE', '/snapshotter')
  expect(await put()).toBe(403)
  const { body } = await app.call('GET', '/user/default-org', { key: 'snapshotter' })
  expect(body).toEqual({ default_org_name: '' })
})

it.each(['member', 'reader'])('is managed by admins, not by a %s', async (key) => {
  for (const [method, path, json] of [
    ['POST', '', { name: 'outsider', role: 'reader' }],
    ['PATCH', '/reader', { role: 'admin' }],
    ['DELETE', '/admin', undefined],
  ] as const) {
    const { status, body } = await as(key, method, path, json)
    expect([status, body.required_role]).toEqual([403, 'admin'])
  }
})

it('of an unknown name is 404, and in a personal organization there is one member', async () => {
  for (const name of ['nobody', 'outsider', 'Member']) {
    const { status, body } = await as('admin', 'DELETE', `/${name}`)
    expect([status, body]).toEqual([404, { message: `'${name}' is not a member of 'acme'` }])
  }
  const json = { name: 'outsider', role: 'admin' }
  const { status, body } = await app.call('POST', '/cairn/member/members', { json })
  const message = 'Members are only available in shared organizations'
  expect([status, body]).toEqual([403, { message, code: 'shared_only' }])
  const alone = await app.call('GET', '/cairn/member/members')
  expect(alone.body).toMatchObject([{ name: 'member', role: 'admin', key_count: 1 }])
})

it('lists the history of membership, with its authors', async () => {
  const { body } = await app.call('GET', '/cairn/acme/member-history?per_page=3', { key: 'reader' })
  expect(body.pagination.total).toBeGreaterThan(5)
  expect(body.data[0]).toEqual({
    id: expect.any(String),
    at: expect.any(Number),
    by: 'admin',
    change: 'removed',
    member: 'snapshotter',
    role_before: 'member',
    role_after: null,
  })
  expect(body.data[1]).toMatchObject({ change: 'changed', role_before: 'snapshotter' })
})

it('lists what each role may do, as it is checked', async () => {
  const { body } = await app.call('GET', '/cairn/acme/abilities', { key: 'reader' })
  const of = (name: string) => body.find((one: { name: string }) => one.name === name)
  expect(of('reportArtifact')).toMatchObject({ role: 'member', method: 'POST', own: false })
  expect(of('revokeServiceKey')).toMatchObject({ role: 'snapshotter', own: true })
  expect(of('createSession')).toBeUndefined()
})
