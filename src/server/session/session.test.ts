import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { withAdministration } from '#server/database/system/administration.ts'
import { signInLink } from '#server/first-run.ts'
import { sessionCookie } from '#server/request/session-cookie.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
let now = 1_800_000_000
beforeAll(async () => {
  app = await startTestApp({ clock: () => now })
})
beforeEach(() => {
  now += 3600
})
afterAll(() => app.close())

/** Refused sign-ins count by address: tests of other things use addresses of their own. */
let peers = 0
const newPeer = () => `198.51.100.${(peers += 1)}`

const signIn = (json: unknown, headers = {}, remoteAddress = newPeer()) =>
  app.call('POST', '/cairn/session', { key: null, json, headers, remoteAddress })

/** A signed-in browser: its cookie. */
async function browser(name = 'member'): Promise<string> {
  const answer = await signIn({ api_key: app.keys[name] })
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

async function oneTimeToken(): Promise<string> {
  const link = await withAdministration(app.connection, (administration) =>
    signInLink(administration, { baseUrl: 'https://cairn.example' }, 'member', '/acme/flows'),
  )
  const url = new URL(link)
  expect(url.origin + url.pathname).toBe('https://cairn.example/sign-in')
  expect(url.searchParams.get('return_to')).toBe('/acme/flows')
  return url.searchParams.get('token') ?? ''
}

describe('signing in', () => {
  it('with a key sets a cookie that scripts and other sites cannot use', async () => {
    const answer = await signIn({ api_key: ` ${app.keys.member}\n` })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      user: { name: 'member', email: null },
      default_org: null,
      organizations: [
        {
          name: 'acme',
          kind: 'shared',
          role: 'member',
          time_zone: null,
          max_key_age_days: null,
          last_change: expect.any(Number),
        },
        {
          name: 'member',
          kind: 'personal',
          role: 'admin',
          time_zone: null,
          max_key_age_days: null,
          last_change: 0,
        },
      ],
    })
    const [pair = '', ...attributes] = String(answer.headers['set-cookie']).split('; ')
    expect(pair).toMatch(/^cairn_session=[\w-]{43}$/)
    expect(attributes).toEqual(['Path=/', 'HttpOnly', 'SameSite=Strict', 'Max-Age=2592000'])
    expect(answer.text).not.toContain(app.keys.member)
    const token = pair.split('=')[1] ?? ''
    const hash = createHash('sha256').update(token).digest()
    expect(await app.query('select 1 from session where hash = $1', [hash])).toHaveLength(1)
  })

  it('with a token works once', async () => {
    const { time } = (
      await app.query<{ time: number }>('select extract(epoch from now())::float as time')
    )[0]!
    now = time
    const token = await oneTimeToken()
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn({ token })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    const [row] = await app.query('select * from sign_in_token')
    expect(JSON.stringify(row)).not.toContain(token)
    now += 3600
    const late = await oneTimeToken()
    now += 25 * 3600
    expect((await signIn({ token: late })).body).toEqual({ message: 'This link is not valid' })
  })

  it.each([
    ['nothing', {}, 'Field required'],
    ['nulls', { api_key: null, token: null }, 'Field required'],
    ['an empty key', { api_key: '' }, 'Field required'],
    ['a number', { api_key: 7 }, 'Input should be a valid string'],
    ['a list', { api_key: ['secret-in-a-list'] }, 'Input should be a valid string'],
  ])('with %s is refused', async (_name, json, reason) => {
    const answer = await signIn(json)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toEqual({ api_key: reason })
    expect(answer.headers['set-cookie']).toBeUndefined()
  })

  it.each([
    ['broken JSON', '{"api_key": "very-secret-key'],
    ['JSON with more behind', '{"api_key": "very-secret-key"} very-secret-key'],
    ['U+0000', '{"api_key": "very-secret-key\\u0000"}'],
    ['a secret as a key', '{"very-secret-key\\u0000": 1}'],
    ['the wrong type', '{"token": {"deep": "very-secret-key"}}'],
    ['no object', '"very-secret-key"'],
  ])('never repeats a secret: %s', async (_name, content) => {
    const raw = { type: 'application/json', content }
    const remoteAddress = newPeer()
    const answer = await app.call('POST', '/cairn/session', { key: null, raw, remoteAddress })
    expect(answer.status).toBe(400)
    expect(answer.text).not.toContain('secret')
  })

  it('reads no more than a key needs', async () => {
    const raw = { type: 'application/json', content: `{"api_key":${'['.repeat(5000)}` }
    const remoteAddress = newPeer()
    const answer = await app.call('POST', '/cairn/session', { key: null, raw, remoteAddress })
    expect(answer.status).toBe(413)
    expect(answer.body.message).toBe('The request body is too large: the limit is 4 KiB')
  })

  it.each([
    ['an empty key', { json: { api_key: '' } }, 400],
    ['no JSON', { raw: { type: 'application/json', content: '[' } }, 400],
    ['a body too large', { raw: { type: 'application/json', content: ' '.repeat(5000) } }, 413],
  ])('too often with %s has to wait, but looking does not count', async (_name, body, status) => {
    const remoteAddress = newPeer()
    const attempts = { key: null, ...body, remoteAddress }
    for (let look = 0; look < 12; look += 1) {
      const answer = await app.call('GET', '/cairn/session', { key: null, remoteAddress })
      expect(answer.status).toBe(401)
    }
    expect((await app.call('POST', '/cairn/session', attempts)).status).toBe(status)
    for (let attempt = 0; attempt < 10; attempt += 1) {
      await app.call('POST', '/cairn/session', attempts)
    }
    expect((await app.call('POST', '/cairn/session', attempts)).status).toBe(429)
  })

  it('too often with a wrong key has to wait', async () => {
    const peer = newPeer()
    const wrong = () => signIn({ api_key: 'wrong-key-wrong-key' }, {}, peer)
    const answers = []
    for (let attempt = 0; attempt < 15; attempt += 1) answers.push(await wrong())
    const statuses = answers.map(({ status }) => status)
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(5).fill(429)])
    expect(answers[0]?.body).toEqual({ message: 'This key is not valid' })
    expect(answers[0]?.headers['www-authenticate']).toBe('Bearer')
    const last = answers.at(-1)
    expect(last?.body.message).toMatch(/^Too many failed sign-ins: wait \d+ seconds$/)
    expect(Number(last?.headers['retry-after'])).toBeGreaterThan(0)
    expect(last?.headers['set-cookie']).toBeUndefined()
    // Another person behind the same address still gets in, and reporting continues.
    expect((await signIn({ api_key: app.keys.member }, {}, peer)).status).toBe(201)
    expect((await app.call('GET', '/flows/acme')).status).toBe(200)
  })
})

describe('a session', () => {
  const header = { 'x-cairn-session': '1' }

  it('reads, and shows who is signed in', async () => {
    const cookie = await browser()
    const headers = { cookie: `other=1; ${cookie}; more=a=b` }
    expect((await app.call('GET', '/flows/acme', { key: null, headers })).status).toBe(200)
    const session = await app.call('GET', '/cairn/session', { key: null, headers })
    expect(session.body.user.name).toBe('member')
    const foreign = await app.call('GET', '/flows/globex', { key: null, headers })
    expect(foreign.body).toEqual({
      message: 'Access denied to /api/v2/flows/globex',
      code: 'no_access',
    })
  })

  it.each([
    ['without the header', {}, 403],
    ['with the header', header, 201],
    ['from our own page', { ...header, host: 'cairn.test', origin: 'http://cairn.test' }, 200],
    [
      'from our page over TLS',
      { ...header, host: 'cairn.test', origin: 'https://cairn.test' },
      200,
    ],
    ['from another site', { ...header, host: 'cairn.test', origin: 'https://evil.test' }, 403],
    ['from another port', { ...header, host: 'cairn.test', origin: 'http://cairn.test:81' }, 403],
    ['from nowhere', { ...header, origin: 'null' }, 403],
    ['from nonsense', { ...header, origin: 'cairn.test' }, 403],
  ])('writes %s: %s %i', async (_name, headers, status) => {
    const cookie = await browser()
    const answer = await app.call('PUT', '/flows/acme', {
      key: null,
      json: { name: 'f' },
      headers: { cookie, ...headers },
    })
    expect(answer.status).toBe(status)
  })

  it('ends with sign-out, here and nowhere else', async () => {
    const [one, two] = [await browser(), await browser()]
    const refused = await app.call('DELETE', '/cairn/session', {
      key: null,
      headers: { cookie: one },
    })
    expect([refused.status, refused.body.code]).toEqual([403, 'session_header_missing'])
    const headers = { cookie: one, ...header }
    const answer = await app.call('DELETE', '/cairn/session', { key: null, headers })
    expect(answer.status).toBe(200)
    expect(String(answer.headers['set-cookie'])).toMatch(/^cairn_session=; .*HttpOnly.*Max-Age=0/)
    const read = (cookie: string) =>
      app.call('GET', '/flows/acme', { key: null, headers: { cookie } })
    expect((await read(one)).status).toBe(401)
    expect((await read(two)).status).toBe(200)
  })

  const day = 24 * 3600
  it.each([
    ['after 30 days, however much it is used', [6, 12, 18, 24, 30], 30],
    ['after a week without use', [6.5], 13.6],
  ])('ends %s', async (_when, uses, end) => {
    const cookie = await browser()
    const begin = now
    const at = async (seconds: number) => {
      now = begin + seconds
      return (await app.call('GET', '/flows/acme', { key: null, headers: { cookie } })).status
    }
    for (const use of uses) expect(await at(use * day - 1)).toBe(200)
    expect(await at(end * day + 1)).toBe(401)
  })

  it.each(['cairn_session=', 'cairn_session', 'cairn_session=nonsense', 'Cairn_Session=x', ';;='])(
    'is not the cookie %j',
    async (cookie) => {
      expect(
        (await app.call('GET', '/flows/acme', { key: null, headers: { cookie } })).status,
      ).toBe(401)
    },
  )
})

it('is ignored when a browser sends two cookies', async () => {
  const [planted, own] = [await browser('outsider'), await browser()]
  const read = async (cookie: string) =>
    (await app.call('GET', '/flows/acme', { key: null, headers: { cookie } })).status
  expect([await read(`a=b; ${own}`), await read(`${planted}; ${own}`)]).toEqual([200, 401])
})

it('ends when its browser signs in again', async () => {
  const cookie = await browser()
  expect((await signIn({ api_key: app.keys['admin'] }, { cookie })).status).toBe(201)
  const { status } = await app.call('GET', '/flows/acme', { key: null, headers: { cookie } })
  expect(status).toBe(401)
  const [row] = await app.query(
    "select actor, body from record where body like '%replaced%' order by id desc limit 1",
  )
  expect([row?.actor, JSON.parse(row?.body)]).toEqual(['member', { how: 'replaced', sessions: 1 }])
})

it('sets a secure cookie when browsers use TLS', async () => {
  expect(sessionCookie('t', 1, true)).toMatch(/^__Host-cairn_session=t; Path=\/; .*; Secure$/)
})
