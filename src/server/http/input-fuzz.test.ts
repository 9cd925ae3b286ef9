import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { openapi } from '#contract/openapi/document.ts'
import {
  startTestApp,
  type TestAnswer,
  type TestApp,
  type TestRequest,
} from '#server/testing/app.ts'
import { hostileBodies, oddHeaders } from '#server/testing/malformed.ts'
import { validationFailed } from '#contract/common/problem.ts'
import {
  jiraIssue,
  pullRequest,
  snykResults,
  sonarResults,
} from '#server/testing/evidence-payloads.ts'
import { artifactReport, commitInfo, junitResult, reporter } from '#server/testing/reporter.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const report = reporter(app)
  await report.flow('known')
  await report.artifact('known')
})
afterAll(() => app.close())

const all = Object.entries(endpoints) as [string, Endpoint][]
/** Long for any input, also where much runs beside the test; a quiet machine needs a fraction. */
const patience = 5000
const sent = { requests: 0, slowest: { ms: 0, request: '' } }

/** Sends anything at all; the answer must be sound, and come soon. */
async function send(method: string, path: string, request: TestRequest = {}) {
  const start = performance.now()
  const answer = await app.call(method, path, request)
  const ms = Math.round(performance.now() - start)
  sent.requests += 1
  if (ms > sent.slowest.ms) sent.slowest = { ms, request: `${method} ${path.slice(0, 200)}` }
  expect(ms).toBeLessThan(patience)
  expectSound(answer)
  return answer
}

const ofProblem = ['message', 'errors', 'required_role', 'current']

/** Whatever came in, the answer is one that the wire knows. */
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
  if (body.message === validationFailed) expect(reasons).not.toEqual([])
  if (status === 401) expect(headers['www-authenticate']).toBe('Bearer')
  expect(text.isWellFormed()).toBe(true)
  expect(text.length).toBeLessThan(50_000)
}

/** Statuses that the API's document knows of an endpoint. */
const documented = new Map(
  Object.values(openapi().paths as Record<string, Record<string, DocumentedOperation>>)
    .flatMap((item) => Object.values(item))
    .map((it) => [it.operationId, Object.keys(it.responses).map(Number)]),
)
interface DocumentedOperation {
  operationId: string
  responses: object
}

/** Text with what breaks databases, paths and shells in it. */
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

describe.each(all)('%s', (name, endpoint) => {
  const caller = endpoint.access === 'admin' ? { key: 'admin' } : {}
  // Streams are read elsewhere: they do not end.
  const isStream = endpoint.response === 'events'

  it('answers soundly to any path and query', async () => {
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
        if (isStream) search.push('after=x')
        const body = endpoint.body ? { raw: { type: 'text/plain', content: 'x' } } : {}
        const request = { ...caller, ...body, headers }
        await send(endpoint.method, `${path}?${search.join('&')}`, request)
      },
    )
    await fc.assert(property, { numRuns: 26 })
  })

  if (!endpoint.body) return
  const { body } = endpoint
  const path = endpoint.path
    .replace('{org}', 'acme')
    .replace('{flow_name}', 'known')
    .replace('{trail_name}', 'any')
  // A session answers 401 and 429 to keys that nobody has.
  const who = endpoint.access === 'anyone' ? { key: null } : caller
  const sendBody = async (request: TestRequest) => {
    const { status } = await send(endpoint.method, path, { ...who, ...request })
    expect([...(documented.get(name) ?? []), 429]).toContain(status)
  }
  const sendContent = (content: string | Buffer) =>
    sendBody(
      body.kind === 'json'
        ? { raw: { type: 'application/json', content } }
        : { form: [{ name: body.part, content }] },
    )

  it('answers soundly to any JSON', async () => {
    const json = fc.oneof(fc.json({ stringUnit: 'binary' }), fc.json({ maxDepth: 12 }))
    const property = fc.asyncProperty(json, async (content) => {
      await sendContent(content)
    })
    await fc.assert(property, { numRuns: 25 })
  })

  it('answers soundly to any bytes', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      await sendContent(Buffer.from(bytes))
    })
    await fc.assert(property, { numRuns: 15 })
  })

  it('answers soundly to hostile bodies', async () => {
    const property = fc.asyncProperty(hostileBodies(body), oddHeaders, async (raw, odd) => {
      const { 'content-type': _type, ...headers } = odd
      await sendBody({ raw, headers })
    })
    await fc.assert(property, { numRuns: 25 })
  })

  it('answers soundly to a good payload with anything in one place', async () => {
    const good: Record<string, unknown> = {
      ...artifactReport(),
      name: `f-${name}`,
      attestation_name: 'a',
      junit_results: [junitResult],
      snyk_results: snykResults,
      git_provider: 'github',
      pull_requests: [pullRequest],
      jira_results: [jiraIssue],
      sonar_results: sonarResults,
      type_name: 'decision',
      control: 'RCTL-1',
      attestation_data: { is_compliant: true },
      repo_info: { id: '1', name: 'n', url: 'https://x' },
      external_urls: { a: { href: 'h' } },
      annotations: { a: 'b' },
      user_data: { a: [1] },
      target_artifacts: ['boiler'],
      artifact_fingerprint: null,
    }
    const inner = fc.constantFrom(...Object.keys(commitInfo))
    const key = fc.oneof(fc.constantFrom(...Object.keys(good)), text)
    const property = fc.asyncProperty(
      key,
      inner,
      fc.jsonValue({ stringUnit: 'binary' }),
      async (field, deep, value) => {
        const spoilt =
          field === 'git_commit_info'
            ? { ...good, git_commit_info: { ...commitInfo, [deep]: value } }
            : { ...good, [field]: value }
        await sendContent(JSON.stringify(spoilt))
      },
    )
    await fc.assert(property, { numRuns: 40 })
  })
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
  await fc.assert(property, { numRuns: 200 })
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
  await fc.assert(property, { numRuns: 200 })
})

it('sent ten thousand requests, and answered each soon', () => {
  expect(sent.requests).toBeGreaterThan(10_000)
  expect(sent.slowest.ms, sent.slowest.request).toBeLessThan(patience)
})

it('still serves, and every trail has its status', async () => {
  expect((await app.call('GET', '//ready', { key: null })).text).toBe('OK')
  const orphans = await app.query(
    'select 1 from trail left join trail_status on trail_id = trail.id where trail_id is null',
  )
  expect(orphans).toEqual([])
  const { body } = await app.call('GET', '/trails/acme?per_page=500')
  for (const { flow_name, flow_archived, name } of body.data) {
    const trails = flow_archived ? '/cairn/acme/archived/trails' : '/trails/acme'
    expect((await app.call('GET', `${trails}/${flow_name}/${name}`)).status).toBe(200)
  }
  const read = await app.call('GET', '/attestations/acme?per_page=500')
  expect(read.status).toBe(200)
})
