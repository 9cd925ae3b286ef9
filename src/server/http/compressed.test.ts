import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApp, type TestApp, textOf } from '#server/testing/app.ts'

let app: TestApp
const flows = '/api/v2/flows/acme'
const record = `${flows}/described`
beforeAll(async () => {
  app = await startTestApp()
  for (const name of ['described', 'first', 'second', 'third']) {
    await app.call('PUT', '/flows/acme', {
      json: { name, description: 'A description. '.repeat(90) },
    })
  }
})
afterAll(() => app.close())

const send = (method: 'GET' | 'HEAD' | 'PUT', url: string, more: object = {}) =>
  app.server.inject({ method, url, ...more, headers: headersOf(more) })
const headersOf = (more: { headers?: Record<string, string> }) => ({
  authorization: `Bearer ${app.keys['member']}`,
  ...more.headers,
})
const accepting = (encoding: string) => ({ headers: { 'accept-encoding': encoding } })

it('compresses what is long in another thread, to the same', async () => {
  const document = '/api/v2/openapi.json'
  const plain = await send('GET', document)
  expect(plain.body.length).toBeGreaterThan(100_000)
  const { rawPayload } = await send('GET', document, accepting('gzip'))
  expect(textOf(rawPayload, 'gzip')).toBe(plain.body)
})

it.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, *;q=0.5, gzip', 'gzip'],
] as const)('compresses what is read as "%s" accepts it', async (accepted, encoding) => {
  const plain = await send('GET', flows)
  const { headers, rawPayload } = await send('GET', flows, accepting(accepted))
  expect(headers).toMatchObject({
    'content-encoding': encoding,
    'content-length': String(rawPayload.length),
    'content-type': 'application/json; charset=utf-8',
    vary: 'accept-encoding',
  })
  expect(rawPayload.length).toBeLessThan(plain.rawPayload.length / 5)
  expect(textOf(rawPayload, encoding)).toBe(plain.body)
  const head = await send('HEAD', flows, accepting(accepted))
  const { date: _, 'x-request-id': __, ...same } = headers
  expect(head.headers).toMatchObject(same)
  expect(head.body).toBe('')
})

it.each([undefined, 'identity', 'gzip;q=0', 'br;q=0, gzip;q=0', ',;q==,\u00ff'])(
  'sends it as it is to who accepts "%s"',
  async (accepted) => {
    const { headers, body } = await send('GET', flows, accepted ? accepting(accepted) : {})
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
    expect(headers.vary).toBe('accept-encoding')
  },
)

it('leaves alone what is small, what is written, refusals and files', async () => {
  const description = 'Another description. '.repeat(90)
  const write = { payload: { name: 'first', description }, ...accepting('gzip') }
  for (const [status, answer] of [
    [200, await send('GET', '/api/v2/cairn/sign-in-ways', accepting('gzip'))],
    [200, await send('PUT', flows, write)],
    [404, await send('GET', `${flows}/${'missing'.repeat(200)}`, accepting('gzip'))],
    [200, await send('GET', '/api/v2/cairn/acme/exports/flows?format=json', accepting('gzip'))],
  ] as const) {
    expect(answer.statusCode).toBe(status)
    expect(answer.headers['content-encoding']).toBeUndefined()
  }
})

it('tells the state of a record by a weak tag, which a change may name', async () => {
  const { etag } = (await send('GET', record)).headers
  const { headers } = await send('GET', record, accepting('gzip'))
  expect(headers.etag).toBe(`W/${etag}`)
  const change = {
    payload: { name: 'described', description: 'Changed' },
    headers: { 'if-match': headers.etag },
  }
  expect((await send('PUT', flows, change)).statusCode).toBe(200)
  expect((await send('PUT', flows, change)).statusCode).toBe(412)
})
