import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { openapiDocument } from '#server/testing/openapi-document.ts'
import { problemCodes } from '#contract/openapi/problem-codes.ts'
import {
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestRequest,
} from '#server/testing/app.ts'
import { failuresOf } from '#server/testing/failures.ts'
import { fuzzEffort } from '#server/testing/fuzz-effort.ts'
import { hostileBodies, oddHeaders } from '#server/testing/malformed.ts'
import type { ProblemCode } from '#contract/common/problem.ts'
import { reportsOf } from '#server/testing/evidence-payloads.ts'
import { artifactReport, commitInfo, reporter } from '#server/testing/reporter.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const report = reporter(app)
  await report.flow('known')
  await report.artifact('known')
})
afterAll(() => app.close())

const all = Object.entries(endpoints) as [string, Endpoint][]
const withBody = all.filter(([, { body }]) => body)
/** Sends any request; the answer must be sound. */
async function send(method: string, path: string, request: TestRequest = {}) {
  const answer = await app.call(method, path, request)
  expectSound(answer)
  return answer
}

const ofProblem = ['message', 'code', 'errors', 'required_role', 'current']

/** Expects a documented answer, whatever was sent. */
function expectSound({ status, headers, body, text }: TestAnswer) {
  expect([200, 201, 400, 401, 403, 404, 405, 409, 412, 413, 422, 429]).toContain(status)
  expect(headers['x-request-id']).toBeDefined()
  if (status < 400) return
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  expect(ofProblem).toEqual(expect.arrayContaining(Object.keys(body)))
  expect(body.message).toMatch(/./)
  expect(body.message).not.toContain('You have requested')
  const reasons = Object.entries<string>(body.errors ?? {})
  for (const [field, reason] of reasons) expect([field, typeof reason]).toEqual([field, 'string'])
  for (const [, reason] of reasons) expect(reason).not.toBe('')
  if (body.errors) expect(reasons).not.toEqual([])
  if (body.code) expect(problemCodes[body.code as ProblemCode].statuses).toContain(status)
  if (status === 401) expect(headers['www-authenticate']).toBe('Bearer')
  expect(text.isWellFormed()).toBe(true)
  expect(text.length).toBeLessThan(50_000)
}

/** Documented statuses of an endpoint. */
const documented = new Map(
  Object.values(openapiDocument.paths as Record<string, Record<string, DocumentedOperation>>)
    .flatMap((item) => Object.values(item))
    .map((it) => [it.operationId, Object.keys(it.responses).map(Number)]),
)
interface DocumentedOperation {
  operationId: string
  responses: object
}

/** Text with characters that are special in databases, paths and shells. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '\0',
    '..',
    '%',
    '%00',
    "'",
    '"',
    '\\',
    '\ufffe',
    '👩‍👩‍👧',
    '__proto__',
    '-0',
    'null',
  ),
)
const segment = fc.oneof(
  text.map((it) => encodeURIComponent(it.toWellFormed())),
  fc.stringMatching(/^[!$-.0-9:-@A-Z[\]-z{-~%]*$/),
  fc.constantFrom('known', 'run-1', 'boiler', '%ff', '%'),
)

/** A key that may call an endpoint. */
const callerOf = ({ access }: Endpoint) => (access === 'admin' ? { key: 'admin' } : {})

it(`answers soundly to any path and query of ${all.length} endpoints`, async () => {
  const failures = await failuresOf(all, async (endpoint) => {
    const names = endpoint.query ? Object.keys(endpoint.query.shape) : []
    const query = fc.array(fc.tuple(fc.constantFrom('x', ...names), text), { maxLength: 6 })
    const segments = fc.array(segment, { minLength: 5, maxLength: 5 })
    const property = fc.asyncProperty(
      segments,
      query,
      oddHeaders,
      async (values, pairs, headers) => {
        let next = 0
        const path = endpoint.path
          .replace('{org}', values[4]?.startsWith('%') ? values[4] : 'acme')
          .replace(/\{\+?\w+\}/g, () => values[next++] ?? '')
        const search = pairs.map(
          ([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`,
        )
        // Streams are tested elsewhere: they do not end.
        if (endpoint.response === 'events') search.push('after=x')
        const body = endpoint.body ? { raw: { type: 'text/plain', content: 'x' } } : {}
        const request = { ...callerOf(endpoint), ...body, headers }
        await send(endpoint.method, `${path}?${search.join('&')}`, request)
      },
    )
    await fc.assert(property, { numRuns: 2 * fuzzEffort })
  })
  expect(failures).toEqual([])
})

/** Sends a body and expects a documented status of the endpoint. */
async function sendBody(name: string, endpoint: Endpoint, request: TestRequest) {
  const path = endpoint.path
    .replace('{org}', 'acme')
    .replace('{flow_name}', 'known')
    .replace('{trail_name}', 'any')
  // A session answers 401 and 429 to unknown keys.
  const who = endpoint.access === 'anyone' ? { key: null } : callerOf(endpoint)
  const { status } = await send(endpoint.method, path, { ...who, ...request })
  expect([...(documented.get(name) ?? []), 429]).toContain(status)
}

const sendContent = (name: string, endpoint: Endpoint, content: string | Buffer) =>
  sendBody(
    name,
    endpoint,
    endpoint.body?.kind === 'multipart'
      ? { form: [{ name: endpoint.body.part, content }] }
      : { raw: { type: 'application/json', content } },
  )

/** Valid fields of every payload. */
const good: Record<string, unknown> = {
  ...artifactReport(),
  attestation_name: 'a',
  ...Object.assign({}, ...Object.values(reportsOf).map(([compliant]) => compliant)),
  ...reportsOf['system:decision'][0],
  repo_info: { id: '1', name: 'n', url: 'https://x' },
  external_urls: { a: { href: 'h' } },
  annotations: { a: 'b' },
  user_data: { a: [1] },
  target_artifacts: ['boiler'],
  artifact_fingerprint: null,
}

/** A valid payload with any value in one field. */
const spoiltPayload = (name: string) =>
  fc
    .record({
      field: fc.oneof(fc.constantFrom('name', ...Object.keys(good)), text),
      deep: fc.constantFrom(...Object.keys(commitInfo)),
      value: fc.jsonValue({ stringUnit: 'binary' }),
    })
    .map(({ field, deep, value }) => {
      const inner = field === 'git_commit_info' ? { ...commitInfo, [deep]: value } : value
      return JSON.stringify({ ...good, name: `f-${name}`, [field]: inner })
    })

it.each<[what: string, runs: number, contentOf: (name: string) => fc.Arbitrary<string | Buffer>]>([
  ['any JSON', 2, () => fc.oneof(fc.json({ stringUnit: 'binary' }), fc.json({ maxDepth: 12 }))],
  ['any bytes', 2, () => fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))],
  ['a good payload with anything in one place', 3, spoiltPayload],
])(`answers soundly to %s in ${withBody.length} bodies`, async (_what, runs, contentOf) => {
  const failures = await failuresOf(withBody, async (endpoint, name) => {
    const property = fc.asyncProperty(contentOf(name), (content) =>
      sendContent(name, endpoint, content),
    )
    await fc.assert(property, { numRuns: runs * fuzzEffort })
  })
  expect(failures).toEqual([])
})

it(`answers soundly to hostile bodies of ${withBody.length} endpoints`, async () => {
  const failures = await failuresOf(withBody, async (endpoint, name) => {
    const bodies = hostileBodies(endpoint.body ?? { kind: 'json' })
    const property = fc.asyncProperty(bodies, oddHeaders, async (raw, odd) => {
      const { 'content-type': _type, ...headers } = odd
      await sendBody(name, endpoint, { raw, headers })
    })
    await fc.assert(property, { numRuns: 2 * fuzzEffort })
  })
  expect(failures).toEqual([])
})

it('answers soundly to any path at all', async () => {
  const methods = fc.constantFrom('GET', 'PUT', 'POST', 'PATCH', 'DELETE')
  const property = fc.asyncProperty(
    methods,
    fc.array(segment, { maxLength: 9 }),
    async (method, parts) => {
      await send(method, `/${parts.join('/')}`)
    },
  )
  await fc.assert(property, { numRuns: 50 * fuzzEffort })
})

it('answers soundly to any Authorization', async () => {
  const header = fc.oneof(
    fc.stringMatching(/^[ -~]*$/),
    fc.stringMatching(/^Bearer [ -~]*$/),
    fc.base64String().map((credentials) => `Basic ${credentials}`),
  )
  const property = fc.asyncProperty(header, async (authorization) => {
    const headers = { authorization }
    const answer = await send('GET', '/flows/acme', { key: null, headers })
    expect(answer.status).toBe(401)
  })
  await fc.assert(property, { numRuns: 50 * fuzzEffort })
})

it('still serves, and every trail has its status', async () => {
  expect((await app.call('GET', '//ready', { key: null })).text).toBe('OK')
  const orphans = await app.query(
    `select 1 from trail left join trail_status on trail_status.org_id = trail.org_id
       and trail_id = trail.id where trail_id is null`,
  )
  expect(orphans).toEqual([])
  const { body } = await app.call('GET', '/trails/acme?per_page=500')
  for (const { flow_name, name } of body.data) {
    const path = `/trails/acme/${flow_name}/${name}?archived=include`
    expect((await app.call('GET', path)).status).toBe(200)
  }
  const read = await app.call('GET', '/attestations/acme?per_page=500')
  expect(read.status).toBe(200)
})
