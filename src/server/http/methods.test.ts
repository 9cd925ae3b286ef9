import { type AddressInfo, connect } from 'node:net'
import { METHODS } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** The methods of each path of the contract. */
const served = new Map<string, Set<string>>([
  ['//ready', new Set(['GET'])],
  ['//live', new Set(['GET'])],
  ['//metrics', new Set(['GET'])],
])
for (const { method, path } of Object.values(endpoints) as Endpoint[]) {
  const methods = served.get(path) ?? new Set()
  served.set(path, methods.add(method))
}
for (const methods of served.values()) if (methods.has('GET')) methods.add('HEAD')

const wrongCalls = [...served].flatMap(([path, methods]) =>
  METHODS.filter((it) => !methods.has(it)).map((method) => ({ method, path, methods })),
)

it(`answers 405 to ${wrongCalls.length} methods that ${served.size} paths do not serve, and names those that they do`, async () => {
  const wrong: unknown[] = []
  for (const { method, path, methods } of wrongCalls) {
    const allowed = [...methods].toSorted().join(', ')
    const url = path.replace('{org}', 'acme').replace(/\{\+?\w+\}/g, 'known')
    const { status, headers, body } = await app.call(method, url)
    // A neighbouring path with a parameter may serve the method at this address.
    if (status !== 405 && isServedByNeighbour(method, path)) continue
    const allow = String(headers.allow).split(', ').toSorted().join(', ')
    if (
      status === 405 &&
      allow === allowed &&
      (method === 'HEAD' || body.message === 'Method not allowed')
    )
      continue
    wrong.push({ method, path, status, allow })
  }
  expect(wrong).toEqual([])
})

/** Returns whether a path with parameters accepts the method where this one has fixed segments. */
function isServedByNeighbour(method: string, path: string): boolean {
  const segments = path.split('/')
  return [...served].some(([other, methods]) => {
    const theirs = other.split('/')
    if (other === path || !methods.has(method)) return false
    if (theirs.length !== segments.length && !other.includes('{+')) return false
    return theirs.every((it, index) => it.startsWith('{') || it === segments[index])
  })
}

it('accepts whole URLs as request targets, and survives CONNECT', async () => {
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as AddressInfo
  const send = async (line: string) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(`${line} HTTP/1.1\r\nHost: cairn\r\nConnection: close\r\n\r\n`)
    return (await text(socket)).split('\r\n\r\n')
  }
  const [head, body] = await send('POST http://cairn/api/v2/flows/acme')
  expect(head).toMatch(/^HTTP\/1.1 405 [\s\S]*\r\nallow: /i)
  expect(body).toContain('Method not allowed')
  const [denied = ''] = (await send('GET http://cairn/api/v2/flows/other')).slice(-1)
  expect(denied).toContain('A valid API key is required')
  expect((await send('GET http://cairn/ready'))[1]).toContain('OK')
  expect((await send('OPTIONS *'))[0]).toMatch(/^HTTP\/1.1 404/)
  expect((await send('GET http://cairn'))[0]).toMatch(/^HTTP\/1.1 404/)
  await send('CONNECT cairn:443')
  expect((await send('GET /ready'))[1]).toContain('OK')
})
