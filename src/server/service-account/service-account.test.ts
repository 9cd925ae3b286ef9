import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withAdministration } from '#server/database/system/administration.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let now = 1_800_000_000
let count = 0
let name: string
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
  await withAdministration(app.connection, async (it) => {
    for (const [user, role] of [
      ['member-2', 'member'],
      ['admin-2', 'admin'],
    ] as const) {
      await it.addUser(user)
      await it.addMember('acme', user, role)
      app.keys[user] = await it.addKey(user, 'test')
    }
  })
})
afterAll(() => app.close())
beforeEach(() => {
  now += 1
  name = `ci-${(count += 1)}`
})

const as = (key: string, method: string, path = '', json?: unknown, headers = {}) =>
  app.call(method, `/service-accounts/acme${path}`, {
    key,
    headers,
    ...(json !== undefined && { json }),
  })
const create = (fields: object = {}, key = 'member') =>
  as(key, 'POST', '', { name, privilege: 'member', ...fields })
const refusedFor = (role: string) => ({
  message: "You don't have permission to access this resource",
  code: 'role_too_low',
  required_role: role,
})

describe('creating', () => {
  it('answers the account, as reading does', async () => {
    const answer = await create({ description: 'Ä pipeline' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      name,
      description: 'Ä pipeline',
      privilege: 'member',
      created_at: now,
      created_by: 'member',
      creating_user_id: expect.stringMatching(/^[0-9a-f-]{32}$/),
    })
    expect((await as('reader', 'GET', `/${name}`)).body).toEqual(answer.body)
    const listed = (await as('reader', 'GET')).body as { name: string }[]
    expect(listed.find((one) => one.name === name)).toEqual(answer.body)
    const names = listed.map((one) => one.name)
    expect(names).toEqual(names.toSorted())
  })

  it('is refused with 400 for a name that is taken, and of concurrent ones all but one', async () => {
    const answers = await Promise.all([create(), create(), create()])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    const before = await countRows(app)
    const again = await create({}, 'admin')
    const message = `Service account named '${name}' already exists for organization 'acme'`
    expect([again.status, again.body]).toEqual([400, { message, code: 'already_exists' }])
    expect(await countRows(app)).toEqual(before)
  })

  it('is refused for the name of a person, whom records would name alike', async () => {
    for (const person of ['admin', 'outsider']) {
      const { status, body } = await as('member', 'POST', '', { name: person, privilege: 'reader' })
      expect([status, body.code, Object.keys(body.errors)]).toEqual([
        ...[400, 'already_exists', ['name']],
      ])
    }
  })

  it('accepts the name of a deleted account', async () => {
    await create()
    await as('member', 'DELETE', `/${name}`)
    expect((await create({ privilege: 'reader' })).status).toBe(201)
    expect((await as('reader', 'GET', `/${name}`)).body.privilege).toBe('reader')
  })

  const pattern = String.raw`String should match pattern '^[a-zA-Z0-9\-]+$'`
  const privileges = "Input should be 'admin', 'member', 'snapshotter' or 'reader'"
  it.each([
    [{ name: 'a b' }, 'name', `${pattern} [input: a b]`],
    [{ name: '' }, 'name', `${pattern} [input: ]`],
    [{ name: 'ä' }, 'name', pattern],
    [{ name: 'a.b' }, 'name', pattern],
    [{ name: '../x' }, 'name', pattern],
    [{ name: 'x'.repeat(65) }, 'name', 'String should have at most 64 characters'],
    [{ name: undefined }, 'name', 'Field required'],
    [{ name: 7 }, 'name', 'Input should be a valid string [input: 7]'],
    [{ privilege: 'owner' }, 'privilege', `${privileges} [input: owner]`],
    [{ privilege: undefined }, 'privilege', 'Field required'],
    [{ privilege: null }, 'privilege', privileges],
    [{ description: 7 }, 'description', 'Input should be a valid string [input: 7]'],
    [{ description: 'a\0' }, 'description', 'Text may not hold U+0000'],
  ])('refuses %j', async (fields, field, reason) => {
    const before = await countRows(app)
    const { status, body } = await create(fields)
    expect(status).toBe(400)
    expect(Object.keys(body.errors)).toEqual([field])
    expect(body.errors[field]).toContain(reason)
    expect(await countRows(app)).toEqual(before)
  })
})

describe('nobody grants or manages more than they have', () => {
  const order = ['admin', 'member', 'snapshotter', 'reader'] as const
  const cases = order
    .slice(0, 3)
    .flatMap((caller) => order.map((privilege) => ({ caller, privilege })))

  it.each(cases)('$caller creates $privilege', async ({ caller, privilege }) => {
    const { status, body } = await create({ privilege }, caller)
    const may = order.indexOf(caller) <= order.indexOf(privilege)
    if (may) expect(status).toBe(201)
    else expect([status, body]).toEqual([403, refusedFor(privilege)])
  })

  it.each(cases)('$caller changes an own account to $privilege', async ({ caller, privilege }) => {
    await create({ privilege: 'reader' }, caller)
    const { status, body } = await as(caller, 'PATCH', `/${name}`, { privilege })
    const may = order.indexOf(caller) <= order.indexOf(privilege)
    expect([status, may ? body.privilege : body]).toEqual(
      may ? [200, privilege] : [403, refusedFor(privilege)],
    )
  })

  it('an own account that an admin raised is out of reach, until it is lowered', async () => {
    await create({ privilege: 'member' })
    const key = (await as('member', 'POST', `/${name}/api-keys`, {})).body.id
    await as('admin', 'PATCH', `/${name}`, { privilege: 'admin' })
    const tries = [
      as('member', 'POST', `/${name}/api-keys`, {}),
      as('member', 'GET', `/${name}/api-keys`),
      as('member', 'GET', `/${name}/api-keys/${key}`),
      as('member', 'POST', `/${name}/api-keys/${key}/rotate`, {}),
      as('member', 'DELETE', `/${name}/api-keys/${key}`),
      as('member', 'PATCH', `/${name}`, { privilege: 'reader' }),
      as('member', 'DELETE', `/${name}`),
    ]
    for (const { status, body } of await Promise.all(tries)) {
      expect([status, body]).toEqual([403, refusedFor('admin')])
    }
    await as('admin', 'PATCH', `/${name}`, { privilege: 'member' })
    expect((await as('member', 'GET', `/${name}/api-keys`)).status).toBe(200)
  })
})

describe('changing and deleting', () => {
  it.each(['member-2', 'snapshotter'])('is not for %s, who did not create it', async (key) => {
    await create({ privilege: 'reader' })
    for (const [method, json] of [['PATCH', { description: 'mine' }], ['DELETE']] as const) {
      const { status, body } = await as(key, method, `/${name}`, json)
      expect([status, body]).toEqual([403, refusedFor('admin')])
    }
    expect((await as('admin-2', 'PATCH', `/${name}`, { description: 'seen' })).status).toBe(200)
    expect((await as('admin-2', 'DELETE', `/${name}`)).status).toBe(200)
  })

  it('keeps absent fields and clears a description of null', async () => {
    await create({ description: 'first' })
    const change = async (json: object) => (await as('member', 'PATCH', `/${name}`, json)).body
    expect(await change({ privilege: 'reader' })).toMatchObject({ description: 'first' })
    expect(await change({ description: 'second' })).toMatchObject({ privilege: 'reader' })
    expect(await change({ description: null, privilege: 'reader' })).toMatchObject({
      description: '',
    })
    const before = await countRows(app)
    expect(await change({ description: '', privilege: 'reader' })).toMatchObject({ name })
    expect(await countRows(app)).toEqual(before)
  })

  it('is refused with a stale version', async () => {
    await create()
    const { headers } = await as('member', 'GET', `/${name}`)
    const ifMatch = { 'if-match': String(headers['etag']) }
    expect((await as('member', 'PATCH', `/${name}`, { description: 'a' }, ifMatch)).status).toBe(
      200,
    )
    const late = await as('admin', 'PATCH', `/${name}`, { description: 'b' }, ifMatch)
    expect([late.status, late.body.current.description]).toEqual([412, 'a'])
  })

  it.each([
    ['GET', ''],
    ['PATCH', '', {}],
    ['DELETE', ''],
    ['POST', '/api-keys', {}],
    ['GET', '/api-keys'],
    ['GET', '/api-keys/x'],
    ['POST', '/api-keys/x/rotate', {}],
    ['DELETE', '/api-keys/x'],
  ])('%s of an unknown one is 404: %s', async (method, path, json?: object) => {
    const { status, body } = await as('admin', method, `/nope${path}`, json)
    expect([status, body]).toEqual([404, { message: 'Service account not found' }])
  })
})

it('there are none in a personal organization, nor of a foreign or unknown one', async () => {
  const call = async (method: string, path: string, json?: object) => {
    const { status, body } = await app.call(method, path, { key: 'member', ...(json && { json }) })
    return [status, body.message]
  }
  const none = [403, 'Service accounts are only available in shared organizations']
  const input = { name: 'ci', privilege: 'reader' }
  expect(await call('POST', '/service-accounts/member', input)).toEqual(none)
  expect(await call('GET', '/service-accounts/member')).toEqual(none)
  expect(await call('GET', '/service-accounts/member/ci')).toEqual(none)
  expect(await call('PATCH', '/service-accounts/member/ci', {})).toEqual(none)
  expect(await call('DELETE', '/service-accounts/member/ci')).toEqual(none)
  expect(await call('POST', '/service-accounts/member/ci/api-keys', {})).toEqual(none)
  expect(await call('GET', '/cairn/member/service-accounts')).toEqual(none)
  for (const org of ['globex', 'nowhere', 'admin']) {
    const path = `/service-accounts/${org}`
    expect(await call('POST', path, input)).toEqual([403, `Access denied to /api/v2${path}`])
  }
})

it('appends an audit entry for each change, with author, key and address', async () => {
  await create({ privilege: 'reader' })
  await as('admin', 'PATCH', `/${name}`, { privilege: 'member' })
  await as('admin', 'DELETE', `/${name}`)
  const records = await app.query(
    `select actor, key_id, address, kind, body::json as body from record
     where subject ->> 'service_account' = $1 order by id`,
    [name],
  )
  expect(records).toMatchObject([
    { actor: 'member', kind: 'service_account_created', address: '127.0.0.1' },
    {
      kind: 'service_account_changed',
      body: { before: { privilege: 'reader' }, after: { privilege: 'member' } },
    },
    { actor: 'admin', kind: 'service_account_deleted' },
  ])
  expect(app.keys.member).toContain(records[0]?.key_id)
})
