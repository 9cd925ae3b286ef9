import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { startTestApp, type TestAnswer, type TestApp } from '../testing/app.ts'
import { jiraIssue, pullRequest, snykResults, sonarResults } from '../testing/evidence-payloads.ts'
import { artifactReport, commitInfo, junitResult, reporter } from '../testing/reporter.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  const report = reporter(app)
  await report.flow('known')
  await report.artifact('known')
})
afterAll(() => app.close())

const all = Object.entries(endpoints) as [string, Endpoint][]
const runs = { numRuns: 40 }

/** Whatever came in, the answer is one that the wire knows. */
function expectSound(answer: TestAnswer, accepted: number[] = [200, 201]) {
  expect([...accepted, 400, 401, 403, 404, 405, 413]).toContain(answer.status)
  expect(answer.headers['x-request-id']).toBeDefined()
  if (answer.status < 400) return
  expect(answer.body.message).toBeTypeOf('string')
  for (const reason of Object.values(answer.body.errors ?? {})) expect(reason).toBeTypeOf('string')
  expect(answer.text.isWellFormed()).toBe(true)
  expect(answer.text.length).toBeLessThan(50_000)
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
    const property = fc.asyncProperty(segments, query, async (values, pairs) => {
      let next = 0
      const path = endpoint.path
        .replace('{org}', values[4]?.startsWith('%') ? values[4] : 'acme')
        .replace(/\{\+?\w+\}/g, () => values[next++] ?? '')
      const search = pairs.map(
        ([key, value]) => `${key}=${encodeURIComponent(value.toWellFormed())}`,
      )
      if (isStream) search.push('after=x')
      const body = endpoint.body ? { raw: { type: 'text/plain', content: 'x' } } : {}
      const request = { ...caller, ...body }
      expectSound(await app.call(endpoint.method, `${path}?${search.join('&')}`, request))
    })
    await fc.assert(property, runs)
  })

  if (!endpoint.body) return
  const { body } = endpoint
  const path = endpoint.path
    .replace('{org}', 'acme')
    .replace('{flow_name}', 'known')
    .replace('{trail_name}', 'any')
  const send = (content: string | Buffer) =>
    app.call(endpoint.method, path, {
      ...caller,
      ...(body.kind === 'json'
        ? { raw: { type: 'application/json', content } }
        : { form: [{ name: body.part, content }] }),
      ...(endpoint.access === 'anyone' ? { key: null } : {}),
    })
  // A session answers 401 and 429 to keys that nobody has.
  const accepted = endpoint.access === 'anyone' ? [201, 429] : [200, 201]

  it('answers soundly to any JSON', async () => {
    const json = fc.oneof(fc.json({ stringUnit: 'binary' }), fc.json({ maxDepth: 12 }))
    const property = fc.asyncProperty(json, async (content) => {
      expectSound(await send(content), accepted)
    })
    await fc.assert(property, runs)
  })

  it('answers soundly to any bytes', async () => {
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      expectSound(await send(Buffer.from(bytes)), accepted)
    })
    await fc.assert(property, runs)
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
        expectSound(await send(JSON.stringify(spoilt)), accepted)
      },
    )
    await fc.assert(property, runs)
  })
})

it('answers soundly to any path at all', async () => {
  const methods = fc.constantFrom('GET', 'PUT', 'POST', 'PATCH', 'DELETE')
  const property = fc.asyncProperty(
    methods,
    fc.array(segment, { maxLength: 9 }),
    async (method, parts) => {
      expectSound(await app.call(method, `/${parts.join('/')}`))
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
    const answer = await app.call('GET', '/flows/acme', { key: null, headers })
    expect(answer.status).toBe(401)
    expectSound(answer)
  })
  await fc.assert(property, { numRuns: 200 })
})

it('still serves, and every trail has its status', async () => {
  expect((await app.call('GET', '//ready', { key: null })).text).toBe('OK')
  const orphans = await app.query(
    'select 1 from trail left join trail_status on trail_id = trail.id where trail_id is null',
  )
  expect(orphans).toEqual([])
  const { body } = await app.call('GET', '/trails/acme?per_page=500')
  for (const { flow_name, name } of body.data) {
    expect((await app.call('GET', `/trails/acme/${flow_name}/${name}`)).status).toBe(200)
  }
  const read = await app.call('GET', '/attestations/acme?per_page=500')
  expect(read.status).toBe(200)
})
