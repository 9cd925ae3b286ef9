import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withAdministration } from '#server/database/system/administration.ts'
import { type ExternalPostgres, startExternalPostgres } from './external-postgres.ts'
import { startTargets } from './notification-load.ts'
import { type ReverseProxy, startNginx, startProxy } from './reverse-proxy.ts'
import { freePort, type Service, startService } from './service.ts'
import { firstKey } from './survive/writers.ts'

/** Whether nginx stands before the processes, as it does where it is installed and asked for. */
const behindNginx = process.env['PROXY'] === 'nginx'
/** Calls that a key may make in a minute, in all processes together. */
const maxCalls = 40

let folder: string
let postgres: ExternalPostgres
let env: Record<string, string>
const services: Service[] = []
let proxy: ReverseProxy
/** The address that clients use: it passes each call to the other web process. */
let host: string
let key: string

const webs = () => services.slice(0, 2)
const start = (role: string) =>
  startService(join(folder, 'data'), { env: { ...env, CAIRN_ROLE: role } })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-roles-'))
  postgres = await startExternalPostgres(join(folder, 'postgres'))
  const port = await freePort()
  host = `${behindNginx ? 'https' : 'http'}://localhost:${port}`
  env = {
    DATABASE_URL: postgres.url,
    CAIRN_BASE_URL: host,
    CAIRN_SECRET: 'the same secret in all processes',
    CAIRN_TRUSTED_PROXIES: '127.0.0.1',
    CAIRN_MAX_CALLS_PER_KEY: String(maxCalls),
    CAIRN_WEBHOOK_ALLOW: '127.0.0.0/8',
  }
  // Together: one of them migrates, and the others wait for it.
  services.push(...(await Promise.all(['web', 'web', 'worker'].map(start))))
  key = services.map(firstKey).join('')
  const ports = webs().map((service) => service.port)
  proxy = behindNginx
    ? await startNginx(port, ports, join(folder, 'nginx'))
    : await startProxy(port, ports)
})

afterAll(async () => {
  await proxy?.stop()
  await Promise.all(services.map((service) => service.stop()))
  await postgres?.stop()
  await rm(folder, { recursive: true, force: true })
})

const call = (method: string, path: string, body?: unknown, headers = {}) =>
  proxy.fetch(`${host}/api/v2${path}`, {
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
  const signedIn = await proxy.fetch(`${host}/api/v2/cairn/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.7' },
    body: JSON.stringify({ api_key: key }),
  })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const asked = () => proxy.fetch(`${host}/api/v2/cairn/session`, { headers: { cookie } })
  const statuses = []
  for (let times = 0; times < 4; times += 1) statuses.push((await asked()).status)
  expect(statuses).toEqual([200, 200, 200, 200])
  const sessions = await (
    await call('GET', '/cairn/session/sessions', undefined, { cookie })
  ).text()
  expect(sessions).toContain(`"${proxy.client}"`)
  expect(sessions).not.toContain('198.51.100.7')
})

it('seals in the worker what web processes stored, and shows it to browsers of each', async () => {
  const streams = await Promise.all(
    [...webs().map((service) => [service.host, fetch] as const), [host, proxy.fetch] as const].map(
      async ([at, by]) => {
        const response = await by(`${at}/api/v2/cairn/my-company/events`, {
          headers: { authorization: `Bearer ${key}` },
        })
        return response.body?.pipeThrough(new TextDecoderStream()).getReader()
      },
    ),
  )
  expect((await call('PUT', '/flows/my-company', { name: 'shared' })).status).toBe(201)
  for (const stream of streams) {
    let text = ''
    while (!text.includes('flow_created')) text += (await stream?.read())?.value ?? ''
    await stream?.cancel()
  }
})

it('sends each message once, with two workers', async () => {
  services.push(await start('worker'))
  const peers = await startTargets((_target, response) => response.end('fine'))
  const [targets, artifacts] = [4, 10]
  await call('PUT', '/environments/my-company', { name: 'prod', type: 'server' })
  const told = await call('PUT', '/organizations/my-company/environments_notifications', {
    name: 'load',
    type: 'env',
    environments: ['prod'],
    triggers: ['ON_STARTED_ARTIFACT'],
    targets: Array.from({ length: targets }, (_, target) => ({
      type: 'WEBHOOK',
      webhook: peers.url(target),
    })),
  })
  expect(told.ok).toBe(true)
  const names = Array.from({ length: artifacts }, (_, index) => `api-${index}`)
  const report = await call('PUT', '/environments/my-company/prod/report/server', {
    artifacts: names.map((name) => ({
      digests: { [name]: createHash('sha256').update(name).digest('hex') },
      creationTimestamp: 1_790_000_000,
    })),
  })
  expect(report.ok).toBe(true)
  await expect.poll(() => peers.arrivals.length).toBe(targets * artifacts)
  // A second copy would come with the next rounds of the workers.
  await wait(3000)
  expect(peers.arrivals).toHaveLength(targets * artifacts)
  expect(new Set(peers.arrivals.map(({ target, id }) => `${target} ${id}`)).size).toBe(
    targets * artifacts,
  )
  peers.close()
})

it('limits the calls of a key in both web processes together', async () => {
  let key = ''
  const ask = () => call('GET', '/flows/my-company', undefined, { authorization: `Bearer ${key}` })
  const minute = () => Math.floor(Date.now() / 60_000)
  let statuses: number[] = []
  let refused: Response | null = null
  // Counts begin anew with each minute: what it ends is asked again, with another key.
  for (let begun = -1; begun !== minute();) {
    begun = minute()
    statuses = []
    key = await withAdministration({ connectionString: postgres.url }, (administration) =>
      administration.addKey('admin', 'limited'),
    )
    while (statuses.length < 2 * maxCalls && statuses.at(-2) !== 429) {
      const answer = await ask()
      statuses.push(answer.status)
      await answer.text()
      await wait(50)
    }
    refused = await ask()
  }
  // Each process would take as many by itself; they learn within a second of each other's calls.
  const taken = statuses.filter((status) => status === 200).length
  expect(taken).toBeGreaterThanOrEqual(maxCalls)
  expect(taken).toBeLessThan(1.7 * maxCalls)
  expect([refused?.status, refused?.headers.get('retry-after')]).toEqual([
    429,
    expect.stringMatching(/^\d+$/),
  ])
})

if (behindNginx)
  it('keeps figures inside', async () => {
    expect((await proxy.fetch(`${host}/metrics`)).status).toBe(404)
  })
