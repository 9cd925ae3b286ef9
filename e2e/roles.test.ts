import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ExternalPostgres, startExternalPostgres } from './external-postgres.ts'
import { type Service, startService } from './service.ts'
import { firstKey } from './survive/writers.ts'

let folder: string
let postgres: ExternalPostgres
const services: Service[] = []
let proxy: ReturnType<typeof createServer>
/** The address that clients use: it passes each call to the other web process. */
let host: string
let key: string

const webs = () => services.slice(0, 2)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-roles-'))
  postgres = await startExternalPostgres(join(folder, 'postgres'))
  const env = {
    DATABASE_URL: postgres.url,
    CAIRN_SECRET: 'the same secret in all processes',
    CAIRN_TRUSTED_PROXIES: '127.0.0.1',
  }
  const start = (role: string) =>
    startService(join(folder, 'data'), { env: { ...env, CAIRN_ROLE: role } })
  // Together: one of them migrates, and the others wait for it.
  services.push(...(await Promise.all(['web', 'web', 'worker'].map((role) => start(role)))))
  key = services.map(firstKey).join('')
  const ports = webs().map(({ port }) => port)
  let calls = 0
  proxy = createServer((call, answer) => {
    const headers = { ...call.headers, 'x-forwarded-for': '203.0.113.9' }
    const port = ports[(calls += 1) % 2]
    const passed = request({ port, method: call.method, path: call.url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    answer.on('close', () => passed.destroy())
    passed.on('error', () => answer.destroy())
    call.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  host = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})

afterAll(async () => {
  proxy?.closeAllConnections()
  proxy?.close()
  await Promise.all(services.map((service) => service.stop()))
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const call = (method: string, path: string, body?: unknown, headers = {}) =>
  fetch(`${host}/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

it('answers calls in web processes alone', async () => {
  const [, , worker] = services
  const headers = { authorization: `Bearer ${key}` }
  const inWorker = await fetch(`${worker?.host}/api/v2/flows/my-company`, { headers })
  expect(inWorker.status).toBe(404)
  expect((await fetch(`${worker?.host}/my-company`)).status).toBe(404)
})

it('knows a session in every process, from the address of the client', async () => {
  const signedIn = await fetch(`${host}/api/v2/cairn/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: key }),
  })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const statuses = []
  for (let times = 0; times < 4; times += 1)
    statuses.push((await fetch(`${host}/api/v2/cairn/session`, { headers: { cookie } })).status)
  expect(statuses).toEqual([200, 200, 200, 200])
  const sessions = await (
    await call('GET', '/cairn/session/sessions', undefined, { cookie })
  ).text()
  expect(sessions).toContain('203.0.113.9')
})

it('seals in the worker what web processes stored, and shows it to browsers of each', async () => {
  const streams = await Promise.all(
    webs().map(async (service) => {
      const response = await fetch(`${service.host}/api/v2/cairn/my-company/events`, {
        headers: { authorization: `Bearer ${key}` },
      })
      return response.body?.pipeThrough(new TextDecoderStream()).getReader()
    }),
  )
  expect((await call('PUT', '/flows/my-company', { name: 'shared' })).status).toBe(201)
  for (const stream of streams) {
    let text = ''
    while (!text.includes('flow_created')) text += (await stream?.read())?.value ?? ''
    await stream?.cancel()
  }
})
