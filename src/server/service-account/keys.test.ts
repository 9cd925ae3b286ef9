import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let now = 1_800_000_000
let count = 0
let name: string
beforeAll(async () => void (app = await startTestApp({ clock: () => now })))
afterAll(() => app.close())
beforeEach(async () => {
  now += 10
  name = `ci-${(count += 1)}`
  const json = { name, privilege: 'member' }
  expect((await app.call('POST', '/service-accounts/acme', { json })).status).toBe(201)
})

const hour = 3600
const day = 24 * hour
const on = (method: string, path = '', json?: unknown, key = 'member') =>
  app.call(method, `/service-accounts/acme/${name}/api-keys${path}`, {
    key,
    ...(json !== undefined && { json }),
  })
const create = async (json: object = {}) => (await on('POST', '', json)).body
const use = async (key: string) => (await app.call('GET', '/flows/acme', { key })).status
const notFound = { message: 'API key not found' }

describe('a new key', () => {
  it('is shown once, and acts in the name of its account', async () => {
    const { status, body } = await on('POST', '', { description: 'build', expires_at: now + day })
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{32}$/),
      key: expect.stringMatching(/^cairn_service_[0-9a-f_-]+$/),
      api_key: body.key,
      description: 'build',
      created_at: now,
      expires_at: now + day,
    })
    const json = { name: `by-${name}` }
    expect((await app.call('PUT', '/flows/acme', { key: body.key, json })).status).toBe(201)
    const [flow] = await app.query('select created_by from flow where name = $1', [json.name])
    expect(flow?.created_by).toBe(name)
    const metadata = { id: body.id, description: 'build', created_at: now, expires_at: now + day }
    const read = { ...metadata, last_used_at: now }
    expect((await on('GET', `/${body.id}`)).body).toEqual(read)
    expect((await on('GET')).body).toEqual([read])
    const [record] = await app.query(
      `select * from record where kind = 'key_created' order by id desc limit 1`,
    )
    expect(record?.body).toContain(body.id)
    const secret = String(body.key).split('_')[3]
    const [stored] = await app.query('select * from service_key where id = $1', [body.id])
    expect(JSON.stringify([record, stored])).not.toContain(secret)
    expect(stored).toMatchObject({ last_used_at: now, last_address: '127.0.0.1' })
  })

  it.each([[{}], [null], [{ expires_at: 0 }], [{ expires_at: null, description: null }]])(
    'of %j never expires',
    async (json) => {
      const { status, body } = await on('POST', '', json)
      expect([status, body.expires_at, body.description]).toEqual([201, 0, ''])
      now += 3000 * day
      expect(await use(body.key)).toBe(200)
      expect((await on('GET', `/${body.id}`)).body.last_used_at).toBe(now)
    },
  )

  it('made or rotated by a key that ends lasts no longer than one of the two', async () => {
    name = `admin-${name}`
    const json = { name, privilege: 'admin' }
    expect((await app.call('POST', '/service-accounts/acme', { key: 'admin', json })).status).toBe(
      201,
    )
    const make = async (end: number) => (await on('POST', '', { expires_at: end }, 'admin')).body
    const { id, key } = await make(now + 100)
    const by = (where: string, input: object) => on('POST', where, input, key)
    expect((await by('', {})).body.expires_at).toBe(now + 100)
    expect((await by('', { expires_at: 0 })).body.expires_at).toBe(now + 100)
    const later = await by('', { expires_at: now + 101 })
    const reason = `Input should be at most ${now + 100}: you came with a key that ends then`
    expect([later.status, later.body.errors]).toEqual([
      ...[400, { expires_at: `${reason} [input: ${now + 101}]` }],
    ])
    const longer = await make(now + 200)
    const rotated = await by(`/${longer.id}/rotate`, { expires_at: now + 201 })
    expect(rotated.status).toBe(400)
    expect((await by(`/${longer.id}/rotate`, {})).body.expires_at).toBe(now + 200)
    const lasting = await make(0)
    for (const input of [{}, { expires_at: 0 }, { expires_at: now + 101 }])
      expect((await by(`/${lasting.id}/rotate`, input)).status).toBe(400)
    const shortened = await by(`/${lasting.id}/rotate`, { expires_at: now + 100 })
    expect(shortened.body.expires_at).toBe(now + 100)
    expect((await by(`/${id}/rotate`, { expires_at: now + 101 })).status).toBe(400)
    expect((await by(`/${id}/rotate`, {})).body.expires_at).toBe(now + 100)
  })

  it('stops at its expiry, and is still listed', async () => {
    const { id, key } = await create({ expires_at: now + 100 })
    now += 99
    expect(await use(key)).toBe(200)
    now += 1
    expect(await use(key)).toBe(401)
    expect((await on('GET', `/${id}`)).body.expires_at).toBe(now)
    expect((await on('POST', `/${id}/rotate`, {})).body.errors).toEqual({
      expires_at: `Input should be in the future [input: ${now}]`,
    })
    const next = await on('POST', `/${id}/rotate`, { expires_at: 0 })
    expect(await use(next.body.key)).toBe(200)
  })

  it('needs no Idempotency-Key: its answer is not stored', async () => {
    const path = `/service-accounts/acme/${name}/api-keys`
    const headers = { 'idempotency-key': 'once' }
    const [one, two] = [
      await app.call('POST', path, { json: {}, headers }),
      await app.call('POST', path, { json: {}, headers }),
    ]
    expect(one.body.id).not.toBe(two.body.id)
    const bodies = await app.query('select body from idempotency_key')
    expect(JSON.stringify(bodies)).not.toContain('cairn_service')
  })

  it.each([
    [{ expires_at: 1_600_000_000 }, 'expires_at', 'Input should be in the future'],
    [{ expires_at: -1 }, 'expires_at', 'Input should be in the future [input: -1]'],
    [{ expires_at: 1.5 }, 'expires_at', 'Input should be a valid integer'],
    [{ expires_at: '2027' }, 'expires_at', 'Input should be a valid number'],
    [{ expires_at: 1e15 }, 'expires_at', 'Input should be less than or equal to 253402300799'],
    [{ description: 'x'.repeat(256) }, 'description', 'at most 255 characters'],
    [{ description: {} }, 'description', 'Input should be a valid string'],
  ])('is refused of %j', async (json, field, reason) => {
    const before = await countRows(app)
    const { status, body } = await on('POST', '', json)
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
    expect(body.errors[field]).toContain(reason)
    expect(await countRows(app)).toEqual(before)
  })
})

describe('rotating', () => {
  it('leaves the old key a grace of 24 hours, and copies description and expiry', async () => {
    const old = await create({ description: 'build', expires_at: now + 100 * day })
    const { status, body } = await on('POST', `/${old.id}/rotate`, null)
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.any(String),
      key: expect.any(String),
      api_key: body.key,
      description: 'build',
      created_at: now,
      expires_at: now + 100 * day,
      grace_period_expires_at: now + day,
    })
    expect(body.id).not.toBe(old.id)
    expect([await use(old.key), await use(body.key)]).toEqual([200, 200])
    const listed = (await on('GET')).body as { id: string; grace_period_expires_at?: number }[]
    expect(listed.map((key) => [key.id, key.grace_period_expires_at])).toEqual([
      [body.id, undefined],
      [old.id, now + day],
    ])
    now += day
    expect([await use(old.key), await use(body.key)]).toEqual([401, 200])
    expect((await on('GET', `/${old.id}`)).body).toEqual(notFound)
    expect((await on('GET')).body).toHaveLength(1)
  })

  it('accepts another grace and another expiry', async () => {
    const old = await create({ expires_at: now + day })
    const input = { grace_period_hours: 2, expires_at: 0 }
    const { body } = await on('POST', `/${old.id}/rotate`, input)
    expect(body).toMatchObject({ expires_at: 0, grace_period_expires_at: now + 2 * hour })
    now += 2 * hour - 1
    expect(await use(old.key)).toBe(200)
    now += 1
    expect(await use(old.key)).toBe(401)
  })

  it('with a grace of 0 ends the old key at once', async () => {
    const old = await create()
    const { body } = await on('POST', `/${old.id}/rotate`, { grace_period_hours: 0 })
    expect(body.grace_period_expires_at).toBe(now)
    expect([await use(old.key), await use(body.key)]).toEqual([401, 200])
  })

  it('is refused in the grace, of a revoked key and of an unknown one', async () => {
    const old = await create()
    await on('POST', `/${old.id}/rotate`, {})
    const before = await countRows(app)
    const again = await on('POST', `/${old.id}/rotate`, {})
    const message = 'The API key was rotated already and is in its grace period'
    expect([again.status, again.body]).toEqual([400, { message, code: 'key_rotated' }])
    await on('DELETE', `/${old.id}`)
    for (const id of [old.id, 'unknown', 'a%20b']) {
      const { status, body } = await on('POST', `/${id}/rotate`, {})
      expect([status, body]).toEqual([404, notFound])
    }
    expect((await countRows(app)).record).toBe((before.record ?? 0) + 1)
  })

  it('of one key concurrently succeeds once', async () => {
    const old = await create()
    const tries = Array.from({ length: 6 }, () => on('POST', `/${old.id}/rotate`, {}))
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 400, 400, 400, 400, 400])
  })

  it.each([
    [{ grace_period_hours: -1 }, 'grace_period_hours', 'greater than or equal to 0 [input: -1]'],
    [{ grace_period_hours: 1.5 }, 'grace_period_hours', 'Input should be a valid integer'],
    [{ grace_period_hours: 1e9 }, 'grace_period_hours', 'less than or equal to 87600'],
    [{ expires_at: 5 }, 'expires_at', 'Input should be in the future [input: 5]'],
  ])('is refused of %j', async (json, field, reason) => {
    const { id, key } = await create()
    const before = await countRows(app)
    const { status, body } = await on('POST', `/${id}/rotate`, json)
    expect([status, Object.keys(body.errors)]).toEqual([400, [field]])
    expect(body.errors[field]).toContain(reason)
    expect(await countRows(app)).toEqual(before)
    expect(await use(key)).toBe(200)
  })
})

describe('revoking', () => {
  it('ends a key at once, and once', async () => {
    const { id, key } = await create()
    expect(await use(key)).toBe(200)
    const { status, body } = await on('DELETE', `/${id}`)
    expect([status, body]).toEqual([200, 'revoked'])
    expect(await use(key)).toBe(401)
    const again = await on('DELETE', `/${id}`)
    expect([again.status, again.body]).toEqual([404, notFound])
    expect((await on('GET')).body).toEqual([])
    const page = await app.call('GET', `/cairn/acme/service-accounts/${name}`)
    expect(page.body.keys).toMatchObject([{ id, state: 'revoked', revoked_at: now }])
  })

  it('of the account ends all its keys at once', async () => {
    const [one, two] = [await create(), await create()]
    await app.call('DELETE', `/service-accounts/acme/${name}`)
    expect([await use(one.key), await use(two.key)]).toEqual([401, 401])
    await app.call('POST', '/service-accounts/acme', { json: { name, privilege: 'member' } })
    expect((await on('GET')).body).toEqual([])
    expect(await use(one.key)).toBe(401)
  })

  it('is limited to keys of this account', async () => {
    const { id, key } = await create()
    const json = { name: `${name}-other`, privilege: 'member' }
    await app.call('POST', '/service-accounts/acme', { json })
    const path = `/service-accounts/acme/${name}-other/api-keys/${id}`
    expect((await app.call('DELETE', path)).body).toEqual(notFound)
    expect((await app.call('GET', path)).body).toEqual(notFound)
    expect(await use(key)).toBe(200)
  })
})

it('follows a changed privilege with the next request', async () => {
  const { key } = await create()
  const put = async (flow: string) =>
    (await app.call('PUT', '/flows/acme', { key, json: { name: flow } })).status
  expect(await put(`${name}-a`)).toBe(201)
  const json = { privilege: 'reader' }
  await app.call('PATCH', `/service-accounts/acme/${name}`, { key: 'admin', json })
  expect([await put(`${name}-b`), await use(key)]).toEqual([403, 200])
})

it('may use idempotency keys, so that a repeated call does nothing twice', async () => {
  const { key } = await create()
  const put = (flow: string) =>
    app.call('PUT', '/flows/acme', {
      key,
      json: { name: flow },
      headers: { 'idempotency-key': 'build-1' },
    })
  const [first, again] = [await put(`${name}-x`), await put(`${name}-x`)]
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.headers['idempotent-replayed']).toBe('true')
})

it('opens one organization, which is its default', async () => {
  const { key } = await create()
  const call = async (method: string, path: string) => {
    const { status, body } = await app.call(method, path, { key })
    return [status, body]
  }
  expect(await call('GET', '/user/default-org')).toEqual([200, { default_org_name: 'acme' }])
  expect(await call('PUT', '/user/acme')).toEqual([200, 'OK'])
  const denied = { message: 'Access denied to /api/v2/flows/globex', code: 'no_access' }
  expect(await call('GET', '/flows/globex')).toEqual([403, denied])
  expect(await call('GET', '/cairn/session')).toEqual([
    200,
    {
      user: { name, email: null },
      default_org: 'acme',
      organizations: [
        {
          name: 'acme',
          kind: 'shared',
          role: 'member',
          time_zone: null,
          max_key_age_days: null,
          last_change: expect.any(Number),
        },
      ],
    },
  ])
  expect((await call('GET', '/cairn/session/api-keys'))[1]).toEqual([])
  const personal = await app.call('POST', '/cairn/session/api-keys', { key, json: {} })
  expect(personal.status).toBe(403)
  const signIn = await app.call('POST', '/cairn/session', { key: null, json: { api_key: key } })
  expect(signIn.status).toBe(403)
  expect(signIn.headers['set-cookie']).toBeUndefined()
})

it('counts requests by key and day, without writing during a request', async () => {
  const [one, two] = [await create(), await create()]
  for (let times = 0; times < 5; times += 1) await use(one.key)
  await use(two.key)
  now += day
  await use(one.key)
  await app.call('GET', '/flows/globex', { key: one.key })
  const uses = async () => {
    const { body } = await app.call('GET', `/cairn/acme/service-accounts/${name}`)
    return body.uses
  }
  const today = Math.floor(now / day) * day
  await expect.poll(uses).toHaveLength(3)
  expect(await uses()).toEqual([
    { key_id: one.id, day: today - day, count: 5 },
    { key_id: two.id, day: today - day, count: 1 },
    { key_id: one.id, day: today, count: 2 },
  ])
})

it('shows uses of accounts and their keys on the dashboard', async () => {
  await create({ description: 'old' })
  const soon = await create({ description: 'soon', expires_at: now + day })
  await use(soon.key)
  const list = await app.call('GET', '/cairn/acme/service-accounts', { key: 'reader' })
  const row = list.body.find((one: { name: string }) => one.name === name)
  expect(row).toMatchObject({
    key_count: 2,
    last_used_at: now,
    next_expiry_at: now + day,
    key_states: ['expiring', 'active'],
  })
  const page = (key: string) => app.call('GET', `/cairn/acme/service-accounts/${name}`, { key })
  const own = await page('member')
  expect(own.body).toMatchObject({ name, required_role: null, keys: [{}, {}] })
  expect(own.body.keys[0]).toEqual({
    id: soon.id,
    description: 'soon',
    prefix: `cairn_service_${soon.id.slice(0, 13)}`,
    state: 'expiring',
    created_at: now,
    created_by: 'member',
    expires_at: now + day,
    grace_ends_at: null,
    replaced_by: null,
    revoked_at: null,
    last_used_at: now,
    last_address: '127.0.0.1',
  })
  const foreign = await page('snapshotter')
  expect(foreign.body).toMatchObject({ required_role: 'admin', keys: [] })
})
