import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { failuresOf } from '#server/testing/failures.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { artifactReport, commit, junitResult } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
let before: Record<string, number>
beforeAll(async () => {
  app = await startTestApp()
  await app.call('PUT', '/flows/acme', { json: { name: 'known' } })
  await app.call('PUT', '/trails/acme/known', { form: dataForm({ name: 'run' }) })
  // Counted once: no call below may change it.
  before = await countRows(app)
})
afterAll(() => app.close())

const failed = 'Input payload validation failed'
const all = Object.entries(endpoints) as [string, Endpoint][]

/** A payload that an endpoint accepts, so that only its path is wrong. */
function payloadOf(name: string, { body }: Endpoint) {
  if (!body) return {}
  if (body.kind === 'json') {
    return { json: name === 'reportArtifact' ? artifactReport() : { name: 'f' } }
  }
  return { form: dataForm({ name: 'x', attestation_name: 'a', junit_results: [junitResult] }) }
}
const query = (name: string) =>
  name === 'listAttestationsForCriteria' ? `?commit_list=${commit}` : ''

interface Place {
  name: string
  endpoint: Endpoint
  param: string
}

/** Every parameter of every path except the organization, by endpoint and name. */
const places = all.flatMap(([name, endpoint]) =>
  [...endpoint.path.matchAll(/\{\+?(\w+)\}/g)]
    .map(([, param = '']) => param)
    .filter((param) => param !== 'org')
    .map((param): [string, Place] => [`${name} {${param}}`, { name, endpoint, param }]),
)

/**
 * One parameter of each method and arrangement of fixed and free segments: all that routing
 * distinguishes.
 */
const routeShapes = [
  ...new Map(
    places.map((place) => {
      const [, { endpoint, param }] = place
      const segments = endpoint.path
        .split('/')
        .map((it) => (it.includes(`${param}}`) ? 'bad' : it.startsWith('{') ? 'free' : 'fixed'))
      return [`${endpoint.method} ${segments.join('/')}`, place]
    }),
  ).values(),
]

/** Calls an endpoint with an encoded text in one parameter of its path. */
function callWith(value: string, { name, endpoint, param }: Place) {
  const known: Record<string, string> = { org: 'acme', flow_name: 'known', trail_name: 'run' }
  const path = endpoint.path.replace(/\{\+?(\w+)\}/g, (_, other: string) =>
    other === param ? value : (known[other] ?? 'abcdef'),
  )
  return app.call(endpoint.method, path + query(name), {
    key: 'admin',
    ...payloadOf(name, endpoint),
  })
}

it(`refuses U+0000 in each of ${places.length} parameters of paths`, async () => {
  const failures = await failuresOf(places, async (place) => {
    const answer = await callWith('a%00b', place)
    const reason = 'Text may not hold U+0000 or a lone surrogate [input: a\\u0000b]'
    expect(answer.body).toEqual({ message: failed, errors: { [place.param]: reason } })
    expect(answer.status).toBe(400)
  })
  expect(failures).toEqual([])
  expect(await countRows(app)).toEqual(before)
})

it.each(['%', '%zz', '%ff', '%ed%a0%80', '%c3%28'])(
  `refuses the encoding %s in paths of ${routeShapes.length} shapes`,
  async (value) => {
    const failures = await failuresOf(routeShapes, async (place) => {
      const answer = await callWith(value, place)
      expect(answer.status).toBe(400)
      expect(answer.body.message).toBe(failed)
      expect(answer.body.errors.path).toContain('Input should be a well-formed path')
      expect(answer.headers['x-request-id']).toBeDefined()
    })
    expect(failures).toEqual([])
    expect(await countRows(app)).toEqual(before)
  },
)

it.each([
  ['-f'],
  ['a b', 'a%20b'],
  ['ä', '%C3%A4'],
  ["f';drop table flow;--", encodeURIComponent("f';drop table flow;--")],
  ['a/b', 'a%2Fb'],
  ['256 characters', 'x'.repeat(256), 'x'.repeat(256)],
  ['5000 characters', 'x'.repeat(5000), 'x'.repeat(5000)],
])(
  `does not accept %s in any of ${places.length} places of paths`,
  async (text, encoded = text, value = text) => {
    const failures = await failuresOf(places, async (place) => {
      const { endpoint, param } = place
      const answer = await callWith(encoded, place)
      if (answer.status === 200) expect(answer.body).toEqual([])
      else expect([400, 404]).toContain(answer.status)
      const isNamed = endpoint.params && param in endpoint.params.shape && value.length < 4096
      if (!isNamed) return
      expect(answer.status).toBe(400)
      expect(answer.body.errors[param]).toContain(`[input: ${value.slice(0, 200)}`)
    })
    expect(failures).toEqual([])
    expect(await countRows(app)).toEqual(before)
  },
)

it.each(['template_file', 'list_attestations_for_criteria'])(
  'reserves the flow name %s',
  async (name) => {
    const errors = { flow_name: `The name is reserved [input: ${name}]` }
    const artifact = await app.call('POST', `/artifacts/acme/${name}`, { json: artifactReport() })
    expect(artifact.body).toEqual({ message: failed, errors })
    const form = dataForm({ attestation_name: 'a' })
    const attestation = await app.call('POST', `/attestations/acme/${name}/trail/t/generic`, {
      form,
    })
    expect(attestation.body).toEqual({ message: failed, errors })
    expect(await countRows(app)).toEqual(before)
  },
)

describe('an invalid organization', () => {
  it.each(['%00', 'a%00b', '%F0%9F%98%80', 'x'.repeat(300), "'--"])('%s is denied', async (org) => {
    for (const [name, endpoint] of all.filter(([, { path }]) => path.includes('{org}'))) {
      const path = endpoint.path.replace('{org}', org).replace(/\{\+?\w+\}/g, 'known')
      const answer = await app.call(endpoint.method, path, payloadOf(name, endpoint))
      expect(answer.status).toBe(403)
      expect(answer.body).toEqual({ message: `Access denied to /api/v2${path}`, code: 'no_access' })
    }
  })
})

describe('no endpoint', () => {
  it.each([
    '/nothing',
    '/',
    '',
    '/flows',
    '/flows/acme/f/unknown',
    '//api',
    '//api/v1/flows/acme',
    '/environments/../../../etc/passwd',
    `/${'x/'.repeat(3000)}`,
  ])('%s is 404 in JSON, with or without a key', async (path) => {
    for (const key of ['member', null]) {
      const answer = await app.call('GET', path, { key })
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual({ message: 'Not found' })
      expect(answer.headers['x-request-id']).toBeDefined()
    }
  })
})

it('answers /ready and the document without a key', async () => {
  const ready = await app.call('GET', '//ready', { key: null })
  expect(ready.text).toBe('OK')
  expect(ready.headers['content-type']).toBe('text/plain; charset=utf-8')
  for (const [path, operation] of [
    ['/openapi.json', '/flows/{org}'],
    ['/cairn/openapi.json', '/cairn/{org}/flows'],
  ] as const) {
    const { body } = await app.call('GET', path, { key: null })
    expect(body.openapi).toBe('3.1.0')
    const below = Object.keys(body.paths).filter((it) => it.startsWith('/cairn/'))
    expect(below).toEqual(path === '/openapi.json' ? [] : Object.keys(body.paths))
    expect(body.paths).toHaveProperty([operation, 'get', 'description'])
  }
})

it('accepts a content type and a null body without a payload', async () => {
  const type = 'application/json; charset=utf-8'
  for (const content of ['null', '']) {
    expect((await app.call('GET', '/flows/acme', { raw: { type, content } })).status).toBe(200)
    const gone = await app.call('DELETE', '/cairn/session', { raw: { type, content } })
    expect(gone.status).toBe(200)
  }
})
