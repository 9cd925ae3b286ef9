import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withAdministration } from '#server/database/system/administration.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let now = 1_800_000_000
beforeAll(async () => void (app = await startTestApp({ clock: () => now })))
afterAll(() => app.close())

const day = 24 * 3600
const as = (key: string, method: string, path: string, json?: unknown) =>
  app.call(method, `/cairn/session${path}`, { key, ...(json !== undefined && { json }) })
const use = async (key: string) => (await app.call('GET', '/flows/acme', { key })).status

/** A signed-in browser: the headers of its requests. */
async function browser(agent: string, name = 'member') {
  const headers = { 'user-agent': agent }
  const json = { api_key: app.keys[name] }
  const answer = await app.call('POST', '/cairn/session', { key: null, json, headers })
  const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? ''
  return { ...headers, cookie, 'x-cairn-session': '1' }
}
const by = (headers: Record<string, string>, method: string, path: string, json?: unknown) =>
  app.call(method, `/cairn/session${path}`, {
    key: null,
    headers,
    ...(json !== undefined && { json }),
  })

describe('personal keys', () => {
  it('are made, rotated and revoked by their owner', async () => {
    const { status, body: made } = await as('member', 'POST', '/api-keys', {
      description: 'laptop',
    })
    expect([status, made.expires_at, await use(made.key)]).toEqual([201, 0, 200])
    expect(made.key).toMatch(/^cairn_personal_/)
    const { body: next } = await as('member', 'POST', `/api-keys/${made.id}/rotate`, {
      grace_period_hours: 1,
    })
    expect(next.grace_period_expires_at).toBe(now + 3600)
    expect([await use(made.key), await use(next.key)]).toEqual([200, 200])
    const again = await as('member', 'POST', `/api-keys/${made.id}/rotate`, {})
    expect(again.status).toBe(400)
    const { body: listed } = await as('member', 'GET', '/api-keys')
    expect(listed.slice(0, 2)).toMatchObject([
      { id: next.id, description: 'laptop', state: 'active', replaced_by: null },
      { id: made.id, state: 'rotating', replaced_by: next.id, last_address: '127.0.0.1' },
    ])
    now += 3600
    expect(await use(made.key)).toBe(401)
    expect((await as('member', 'DELETE', `/api-keys/${next.id}`)).body).toBe('revoked')
    expect(await use(next.key)).toBe(401)
    expect((await as('member', 'DELETE', `/api-keys/${next.id}`)).status).toBe(404)
    const { body: after } = await as('member', 'GET', '/api-keys')
    expect(after[0]).toMatchObject({ state: 'revoked' })
    expect(JSON.stringify(after)).not.toContain(next.key.split('_')[3])
  })

  it('of others are out of reach', async () => {
    const { body: made } = await as('member', 'POST', '/api-keys', {})
    for (const [method, path] of [
      ['DELETE', ''],
      ['POST', '/rotate'],
    ] as const) {
      const { status, body } = await as('admin', method, `/api-keys/${made.id}${path}`)
      expect([status, body]).toEqual([404, { message: 'API key not found' }])
    }
    expect(await use(made.key)).toBe(200)
  })

  it('expire, and are listed as expired', async () => {
    const { body } = await as('member', 'POST', '/api-keys', { expires_at: now + 30 })
    now += 30
    expect(await use(body.key)).toBe(401)
    const { body: listed } = await as('member', 'GET', '/api-keys')
    expect(listed[0].state).toBe('expired')
    const past = await as('member', 'POST', '/api-keys', { expires_at: now })
    expect(past.body.errors.expires_at).toContain('Input should be in the future')
  })

  it('that were imported have no known prefix', async () => {
    await withAdministration(app.connection, (it) =>
      it.importKey('reader', 'old.key.of.a-pipeline'),
    )
    const { body } = await as('reader', 'GET', '/api-keys')
    expect(body.map((key: { prefix: string | null }) => key.prefix)).toContain(null)
  })

  it('are logged in every organization of the person, with personal data in their own only', async () => {
    const { body } = await as('member', 'POST', '/api-keys', { description: 'own-words' })
    const rows = await app.query(
      `select organization.name, actor, address, key_label, body::json ->> 'description' as description
       from record join organization on organization.id = org_id
       where body::json ->> 'key_id' = $1 order by 1`,
      [body.id],
    )
    const own = { address: '127.0.0.1', key_label: 'test', description: 'own-words' }
    expect(rows).toEqual([
      { name: 'acme', actor: 'member', address: null, key_label: null, description: null },
      { name: 'member', actor: 'member', ...own },
    ])
  })
})

describe('sessions', () => {
  it('are listed with device and address, and ended one by one or all others', async () => {
    const [one, two, three] = [await browser('Chrome'), await browser('Firefox'), await browser('')]
    now += 120
    await by(two, 'GET', '')
    const { body } = await by(one, 'GET', '/sessions')
    expect(body).toHaveLength(3)
    expect(body[0]).toEqual({
      id: expect.any(String),
      is_current: true,
      user_agent: 'Chrome',
      address: '127.0.0.1',
      created_at: now - 120,
      last_seen_at: now,
      expires_at: now - 120 + 30 * day,
    })
    expect(body[1]).toMatchObject({ user_agent: 'Firefox', is_current: false, last_seen_at: now })
    expect(JSON.stringify(body)).not.toContain(one.cookie.split('=')[1])
    const third = body[2].id
    const foreign = await as('admin', 'DELETE', `/sessions/${third}`)
    expect([foreign.status, foreign.body]).toEqual([404, { message: 'Session not found' }])
    expect((await by(one, 'DELETE', `/sessions/${third}`)).body).toBe('ended')
    expect((await by(three, 'GET', '')).status).toBe(401)
    expect((await by(one, 'DELETE', '/sessions')).body).toEqual({ ended: 1 })
    expect((await by(two, 'GET', '')).status).toBe(401)
    expect((await by(one, 'GET', '')).status).toBe(200)
  })

  it('are logged at sign-in and sign-out, with address, and without a secret', async () => {
    const session = await browser('Recorded', 'snapshotter')
    await by(session, 'DELETE', '')
    const rows = await app.query(
      `select record.kind, record.actor, address, subject, key_id, body from record
       join organization on organization.id = org_id
       where organization.name = 'snapshotter' order by record.id`,
    )
    expect(rows.map(({ kind }) => kind)).toEqual(['signed_in', 'signed_out'])
    expect(rows[0]).toMatchObject({ address: '127.0.0.1', subject: {} })
    expect(app.keys.snapshotter).toContain(rows[0]?.key_id)
    expect(JSON.stringify(rows)).not.toContain(session.cookie.split('=')[1])
  })

  it('of nobody else are ended with those of a person', async () => {
    const other = await browser('Other', 'admin')
    await as('member', 'DELETE', '/sessions')
    expect((await by(other, 'GET', '')).status).toBe(200)
  })
})

describe('the default organization', () => {
  const get = async (key: string) => (await app.call('GET', '/user/default-org', { key })).body

  it('is empty until it is set, to one of their own', async () => {
    expect(await get('member')).toEqual({ default_org_name: '' })
    const set = await app.call('PUT', '/user/acme', {
      raw: { type: 'application/json', content: 'null' },
    })
    expect([set.status, set.body]).toEqual([200, 'OK'])
    expect(await get('member')).toEqual({ default_org_name: 'acme' })
    await app.call('PUT', '/user/member')
    expect(await get('member')).toEqual({ default_org_name: 'member' })
    for (const org of ['globex', 'nowhere']) {
      const { status, body } = await app.call('PUT', `/user/${org}`)
      expect([status, body]).toEqual([
        403,
        { message: `Access denied to /api/v2/user/${org}`, code: 'no_access' },
      ])
    }
    expect(await get('member')).toEqual({ default_org_name: 'member' })
    expect((await app.call('PUT', '/user/acme', { key: 'reader' })).status).toBe(200)
  })
})

it('ignores experimental features, sent by administrators', async () => {
  const put = (json: unknown, key = 'admin') =>
    app.call('PUT', '/organizations/acme/experimental_features', { key, json })
  const answer = await put({ experimental_features_enabled: true })
  expect([answer.status, answer.body]).toEqual([200, 'OK'])
  expect((await put({ experimental_features_enabled: 'yes' })).body.errors).toEqual({
    experimental_features_enabled: 'Input should be a valid boolean [input: yes]',
  })
  expect((await put({ experimental_features_enabled: true }, 'member')).body.required_role).toBe(
    'admin',
  )
})
