import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { traceIdOf } from './request-ids.ts'

const proxy = '10.1.2.3'
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    environment: {
      CAIRN_TRUSTED_PROXIES: '10.1.0.0/16, 192.0.2.7',
      CAIRN_BASE_URL: 'https://cairn.example',
    },
  })
})
afterAll(() => app.close())

/** Signs in from a peer and returns the address stored with the session. */
async function addressFrom(remoteAddress: string, forwarded: string | null): Promise<unknown> {
  const answer = await app.call('POST', '/cairn/session', {
    key: null,
    json: { api_key: app.keys.member },
    remoteAddress,
    headers: forwarded === null ? {} : { 'x-forwarded-for': forwarded },
  })
  expect(answer.status).toBe(201)
  const [row] = await app.query('select address from session order by id desc limit 1')
  return row?.address
}

it.each([
  ['a trusted proxy names the client', proxy, '203.0.113.9', '203.0.113.9'],
  ['a chain of trusted proxies', proxy, '203.0.113.9, 192.0.2.7', '203.0.113.9'],
  ['what a client made up before', proxy, '127.0.0.1, 203.0.113.9', '203.0.113.9'],
  ['IPv6', proxy, '2001:db8::1', '2001:db8::1'],
  ['a trusted proxy says nothing', proxy, null, proxy],
  ['a trusted proxy says nonsense', proxy, "'; drop table", proxy],
  ['anybody else says something', '203.0.113.8', '198.51.100.1', '203.0.113.8'],
])('%s', async (_name, peer, forwarded, expected) => {
  expect(await addressFrom(peer, forwarded)).toBe(expected)
})

it('is recorded in audit entries, and used to count refused sign-ins', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.77' }
  const request = { json: { name: 'f' }, remoteAddress: proxy, headers }
  expect((await app.call('PUT', '/flows/acme', request)).status).toBe(201)
  const [entry] = await app.query("select address from record where kind = 'flow_created'")
  expect(entry?.address).toBe('203.0.113.77')
  const guess = (client: string) =>
    app.call('POST', '/cairn/session', {
      key: null,
      json: { api_key: 'wrong-key-wrong-key' },
      remoteAddress: proxy,
      headers: { 'x-forwarded-for': client },
    })
  for (let attempt = 0; attempt < 10; attempt += 1) await guess('203.0.113.1')
  expect((await guess('203.0.113.1')).status).toBe(429)
  expect((await guess('203.0.113.2')).status).toBe(401)
})

it('names the wrong setting when a proxy hides browsers', async () => {
  const signedIn = await app.call('POST', '/cairn/session', {
    key: null,
    json: { api_key: app.keys.member },
  })
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  const put = (origin: string, headers = {}) =>
    app.call('PUT', '/flows/acme', {
      key: null,
      json: { name: 'f' },
      remoteAddress: proxy,
      headers: { cookie, 'x-cairn-session': '1', origin, host: '127.0.0.1:8080', ...headers },
    })
  const refused = await put('https://other.example')
  expect([refused.status, refused.body.code]).toEqual([403, 'foreign_origin'])
  expect(refused.body.message).toBe(
    'Writes with a session come from pages of https://cairn.example, not of https://other.example: ' +
      'set CAIRN_BASE_URL to the address that browsers use',
  )
  expect((await put('https://cairn.example')).status).toBe(200)
  expect((await put('https://other.example', { 'x-forwarded-host': 'other.example' })).status).toBe(
    200,
  )
})

const id = 'edge-7f3a.1'
const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
it.each([
  ['a trusted proxy', proxy, id, id],
  ['a peer of IPv4 on a socket of IPv6', `::ffff:${proxy}`, id, id],
  ['anybody else', '203.0.113.8', id, null],
  ['a trusted proxy, with a line break', proxy, 'a\nb', null],
  ['a trusted proxy, too long', proxy, 'a'.repeat(129), null],
])('takes the id of a request from %s: %s %s', async (_name, remoteAddress, given, expected) => {
  const request = { remoteAddress, headers: { 'x-request-id': given } }
  const { headers } = await app.call('GET', '/flows/acme/none', request)
  if (expected) expect(headers['x-request-id']).toBe(expected)
  else expect(headers['x-request-id']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
})

it.each([
  [`00-${trace}-00f067aa0ba902b7-01`, trace],
  [`01-${trace}-00f067aa0ba902b7-01-more`, trace],
  [`ff-${trace}-00f067aa0ba902b7-01`, null],
  [`00-${'0'.repeat(32)}-00f067aa0ba902b7-01`, null],
  [`00-${trace.toUpperCase()}-00f067aa0ba902b7-01`, null],
  ['nonsense', null],
])('reads the trace of %s', (traceparent, expected) => {
  expect(traceIdOf({ traceparent })).toBe(expected)
})

it('tells browsers to use TLS alone where the service is reached by https', async () => {
  const { headers } = await app.call('GET', '/flows/acme')
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
})
