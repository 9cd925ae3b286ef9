import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Receiver, startReceiver } from './receiver.ts'
import { type Service, startService } from './service.ts'
import { attest, firstKey } from './survive/writers.ts'

/** A span as OTLP has it in JSON. */
interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  kind: number
  status: { code?: number }
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}

const [server, client] = [2, 3]
const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const caller = '00f067aa0ba902b7'

let folder: string
let collector: Receiver
let service: Service
let key: string
let spans: Span[]
let sent: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-tracing-'))
  collector = await startReceiver()
  const { origin } = new URL(collector.url)
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: origin, LOG_LEVEL: 'info' }
  service = await startService(join(folder, 'data'), { env })
  key = firstKey(service)
  const put = (path: string, json: object) =>
    fetch(`${service.host}/api/v2${path}`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        traceparent: `00-${trace}-${caller}-01`,
      },
      body: JSON.stringify(json),
    })
  expect((await put('/flows/my-company', { name: 'survive', description: 'hush' })).status).toBe(
    201,
  )
  expect((await put('/flows/my-company', { name: 'not a name' })).status).toBe(400)
  expect(await attest(service.host, key, 'hush-scan', 1000)).toBe(201)
  const bodies = () => collector.requests.map(({ body }) => body).join()
  await vi.waitFor(() => expect(bodies()).toContain('seal audit'), 60_000)
  // Sends what is left.
  await service.stop()
  sent = collector.requests.map(({ body }) => body).join('\n')
  spans = collector.requests.flatMap(({ body }) =>
    JSON.parse(body).resourceSpans.flatMap((one: { scopeSpans: { spans: Span[] }[] }) =>
      one.scopeSpans.flatMap((scope) => scope.spans),
    ),
  )
})
afterAll(async () => {
  await service?.kill()
  await collector?.close()
  await rm(folder, { recursive: true, force: true })
})

const attributesOf = (span: Span | undefined) =>
  Object.fromEntries(
    (span?.attributes ?? []).map(({ key, value }) => [key, value.stringValue ?? value.intValue]),
  )
const named = (name: string) => spans.filter((span) => span.name === name)

it('covers a request by a span in the trace of its caller, with its statements', () => {
  const [stored, refused] = named('PUT /api/v2/flows/:org')
  expect(stored).toMatchObject({ traceId: trace, parentSpanId: caller, kind: server })
  expect(attributesOf(stored)).toEqual({
    'http.request.method': 'PUT',
    'http.route': '/api/v2/flows/:org',
    'http.response.status_code': 201,
  })
  expect(attributesOf(refused)).toMatchObject({ 'http.response.status_code': 400 })
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === stored?.spanId)
  expect(statements.map(({ name }) => name)).toContain('insert flow')
  for (const statement of statements) {
    expect(statement).toMatchObject({ traceId: trace, kind: client })
    expect(attributesOf(statement)).toMatchObject({ 'db.system.name': 'postgresql' })
  }
})

it('keeps what comes after a body with a file in its request', () => {
  const [report] = spans.filter(({ name }) => /^POST .*\/generic$/.test(name))
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === report?.spanId)
  expect(statements.map(({ name }) => name)).toContain('with attestation')
  expect(report?.traceId).not.toBe(trace)
  expect(service.output()).toContain(`"traceId":"${report?.traceId}"`)
})

it('covers background work by traces of its own, and probes by none', () => {
  const [sealing] = named('seal audit entries')
  expect(sealing?.parentSpanId ?? '').toBe('')
  expect(spans.some(({ parentSpanId }) => parentSpanId === sealing?.spanId)).toBe(true)
  expect(spans.filter(({ name }) => name.includes('/ready'))).toEqual([])
})

it('sends no key, and nothing that people wrote', () => {
  expect(sent).toContain('"stringValue":"cairn"')
  for (const secret of [key, 'hush', 'survive', 'my-company', 'not a name'])
    expect(sent).not.toContain(secret)
})
