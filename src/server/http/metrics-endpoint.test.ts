import { request } from 'undici'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { migrations } from '#server/database/migrate.ts'
import { reservePort } from './reserve-port.ts'
import { reporter } from '#server/testing/reporter.ts'

let app: TestApp
const token = 'a-token-for-figures-that-is-long-enough'
beforeAll(async () => {
  app = await startTestApp({ environment: { CAIRN_METRICS_TOKEN: token } })
})
afterAll(() => app.close())

/** Requests `/metrics` from an address of the network, through a proxy that adds no header. */
async function ask({ from = '127.0.0.1', key }: { from?: string; key?: string } = {}) {
  const authorization = key && `Bearer ${app.keys[key] ?? key}`
  const answer = await app.server.inject({
    url: '/metrics',
    remoteAddress: from,
    headers: { host: 'localhost:8080', ...(authorization && { authorization }) },
  })
  return { status: answer.statusCode, text: answer.body, type: answer.headers['content-type'] }
}

/** The value of one line. */
const valueOf = (text: string, line: string) =>
  Number(
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.split(' ')
      .at(-1),
  )

describe('access to metrics', () => {
  it('who has the token, from anywhere', async () => {
    expect((await ask({ key: token, from: '203.0.113.9' })).status).toBe(200)
    expect((await ask({ key: `${token}x` })).status).toBe(401)
  })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.0.0.8', '203.0.113.9'])(
    'nobody from %s without a key: a proxy on this machine asks from here, too',
    async (from) => {
      const { status, text } = await ask({ from })
      expect(status).toBe(401)
      expect(JSON.parse(text)).toEqual({ message: 'A valid API key is required' })
    },
  )

  it('an administrator of a shared organization, from anywhere', async () => {
    expect((await ask({ from: '10.0.0.8', key: 'admin' })).status).toBe(200)
    expect((await ask({ from: '10.0.0.8', key: 'outsider' })).status).toBe(200)
  })

  it.each(['member', 'snapshotter', 'reader'])(
    'no %s, though at home everybody is one',
    async (key) => {
      const { status, text } = await ask({ from: '10.0.0.8', key })
      expect(status).toBe(403)
      expect(JSON.parse(text)).toMatchObject({ required_role: 'admin' })
    },
  )

  it('nobody with an unknown key', async () => {
    expect((await ask({ from: '10.0.0.8', key: 'x'.repeat(40) })).status).toBe(401)
  })
})

describe('a port of their own', () => {
  const get = async (metricsToken: string | null, path: string, key?: string) => {
    const metricsPort = await reservePort({ port: 0, host: '127.0.0.1' })
    const environment: Record<string, string> = metricsToken
      ? { CAIRN_METRICS_TOKEN: metricsToken }
      : {}
    const own = await startTestApp({ environment, metricsPort })
    metricsPort.open()
    const url = `http://127.0.0.1:${metricsPort.number}${path}`
    const answer = await request(url, { headers: key ? { authorization: `Bearer ${key}` } : {} })
    const result = { status: answer.statusCode, text: await answer.body.text() }
    const onMain = await own.call('GET', '//metrics', { key: 'admin' })
    await own.close()
    return { ...result, onMain: onMain.status }
  }

  it('answers there alone, without a key', async () => {
    const { status, text, onMain } = await get(null, '/metrics')
    expect([status, onMain]).toEqual([200, 404])
    expect(text).toContain('cairn_requests_in_flight')
  })

  it.each([
    ['/metrics', undefined, 401],
    ['/metrics', `${token}x`, 401],
    ['/metrics', token, 200],
    ['/api/v2/flows/acme', token, 404],
  ])('with a token answers %s for %s: %i', async (path, key, status) => {
    expect((await get(token, path, key)).status).toBe(status)
  })
})

describe('content of metrics', () => {
  it('counts requests by endpoint, method and status class', async () => {
    const report = reporter(app)
    await report.flow('secret-flow')
    await report.generic('secret-flow', 'secret-trail', { attestation_name: 'a' })
    await report.generic('secret-flow', 'secret-trail', { attestation_name: '' })
    await app.call('GET', '/flows/acme')
    await app.call('GET', '/no/such/path')
    const { text, type } = await ask({ key: token })
    expect(type).toMatch(/^text\/plain; version=0\.0\.4/)
    const count = (labels: string) =>
      valueOf(text, `cairn_request_duration_seconds_count{${labels}}`)
    expect(count('endpoint="attestGeneric",method="POST",status="2xx"')).toBe(1)
    expect(count('endpoint="attestGeneric",method="POST",status="4xx"')).toBe(1)
    expect(count('endpoint="listFlows",method="GET",status="2xx"')).toBe(1)
    expect(count('endpoint="other",method="GET",status="4xx"')).toBeGreaterThan(0)
    expect(valueOf(text, 'cairn_attestations_accepted_total')).toBe(1)
    expect(text).not.toMatch(/acme|secret|outsider|globex/)
  })

  it('counts refused sign-ins by key or link', async () => {
    const refused = async () =>
      valueOf((await ask({ key: token })).text, 'cairn_sign_ins_refused_total{way="key_or_link"}')
    const before = await refused()
    const signIn = (json: object) => app.call('POST', '/cairn/session', { key: null, json })
    await signIn({ api_key: 'wrong-key-wrong-key' })
    await signIn({ api_key: app.keys.member })
    expect((await refused()) - before).toBe(1)
  })

  it('reports the process, the pool and requests in progress', async () => {
    const round = 'cairn_background_round_timestamp_seconds'
    await expect
      .poll(async () => valueOf((await ask({ key: token })).text, round))
      .toBeGreaterThan(1e9)
    const { text } = await ask({ key: token })
    expect(valueOf(text, 'cairn_requests_in_flight')).toBe(1)
    expect(valueOf(text, 'cairn_database_connections')).toBeGreaterThan(0)
    expect(valueOf(text, 'cairn_database_waiting')).toBe(0)
    expect(valueOf(text, 'cairn_records_unsealed')).toBeGreaterThanOrEqual(0)
    expect(valueOf(text, 'cairn_records_unsealed_age_seconds')).toBeGreaterThanOrEqual(0)
    expect(valueOf(text, 'cairn_deliveries_waiting')).toBe(0)
    expect(valueOf(text, 'cairn_event_streams_open')).toBe(0)
    expect(valueOf(text, 'cairn_evidence_free_bytes')).toBeGreaterThan(0)
    expect(valueOf(text, 'cairn_database_connections_max')).toBe(20)
    expect(valueOf(text, 'cairn_schema_version')).toBe(
      parseInt(Object.keys(migrations).at(-1) ?? '', 10),
    )
    expect(valueOf(text, 'cairn_database_wait_seconds_count')).toBeGreaterThan(0)
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e6)
    expect(text).toContain('nodejs_eventloop_lag_seconds')
  })
})
