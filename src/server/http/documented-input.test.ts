import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { openapiDocument } from '#server/testing/openapi-document.ts'
import { anyText } from '#contract/openapi/text.ts'
import { startTestApp, type TestApp } from '#server/testing/app.ts'
import { failuresOf } from '#server/testing/failures.ts'
import { reporter } from '#server/testing/reporter.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await app.call('PUT', '/environments/acme', { json: { name: 'known', type: 'server' } })
  await reporter(app).artifact('known')
})
afterAll(() => app.close())

interface Schema {
  type?: string | string[]
  pattern?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: Schema
}
interface Parameter {
  name: string
  in: string
  required: boolean
  schema: Schema
  example: unknown
}
const operations = Object.values(
  openapiDocument.paths as Record<
    string,
    Record<string, { operationId: string; parameters: Parameter[] }>
  >,
).flatMap((item) => Object.values(item))

/** Reads with a query. */
const reads = operations.flatMap(({ operationId, parameters }) => {
  const endpoint: Endpoint = endpoints[operationId as keyof typeof endpoints]
  const query = parameters.filter((it) => it.in === 'query')
  const isRead = endpoint.method === 'GET' && endpoint.response !== 'events'
  const read = { operationId, endpoint, parameters, query }
  return isRead && query.length > 0 ? [[operationId, read] as const] : []
})

const odd = ['ä 👩‍👩‍👧', '__proto__', "'; --", '%', '\u0001\u007f']

/** Values that a schema accepts. */
function valid(schema: Schema): fc.Arbitrary<unknown> {
  const types = [schema.type].flat()
  if (types.includes('array')) {
    const { minItems: minLength = 0, maxItems = 2 } = schema
    const maxLength = Math.min(maxItems, 2)
    return fc.array(valid(schema.items ?? {}), { minLength, maxLength })
  }
  const known = schema.enum?.filter((it) => it !== null)
  if (known) return fc.constantFrom(...known)
  if (types.includes('boolean')) return fc.boolean()
  const { minimum: min, maximum: max } = schema
  const bounds = [min, max].filter((it) => it !== undefined)
  if (types.includes('integer')) {
    const inner = fc.integer({ min: min ?? -1e9, max: Math.min(max ?? 1e9, 1e9) })
    return fc.oneof(inner, ...(bounds.length ? [fc.constantFrom(...bounds)] : []))
  }
  if (types.includes('number'))
    return fc.oneof(
      fc.constantFrom(0, -1.5, 1e17, -1e116),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    )
  return validText(schema)
}

function validText({ pattern, minLength = 0, maxLength = 300 }: Schema) {
  const isFree = pattern === undefined || pattern === anyText
  const text = isFree
    ? fc.oneof(fc.constantFrom(...odd), fc.string({ unit: 'grapheme' }))
    : fc.stringMatching(new RegExp(pattern.replaceAll(String.raw`\u0000`, String.raw`\0-\x1f`)))
  return text.filter((it) => it.length >= minLength && it.length <= maxLength && !it.includes('\0'))
}

/** Values that a schema refuses. */
function invalid(schema: Schema): fc.Arbitrary<unknown> {
  const types = [schema.type].flat()
  if (types.includes('array')) return invalid(schema.items ?? {}).map((it) => [it])
  if (schema.enum) return fc.constantFrom('no-such-value', '0', '[]', 'a\0')
  if (types.includes('boolean')) return fc.constantFrom('yes', '2', '{}', 'null')
  const isInteger = types.includes('integer')
  if (isInteger || types.includes('number')) {
    const beyond = [(schema.minimum ?? 0) - 1, (schema.maximum ?? 0) + 1].filter(
      (it) =>
        Number.isSafeInteger(it) && (it < (schema.minimum ?? it) || it > (schema.maximum ?? it)),
    )
    return fc.constantFrom('x', '1e999', '0x1', '{}', ...beyond, ...(isInteger ? ['1.5'] : []))
  }
  const isOpen = schema.pattern === anyText || schema.pattern === undefined
  return fc.constantFrom('a\0b', ...(isOpen ? [] : ['\0', ' \0', '*\n*\0']))
}

function urlOf({ path }: Endpoint, parameters: Parameter[], query: [string, unknown][]): string {
  const example = (name: string) => parameters.find((it) => it.name === name)?.example
  const search = query.flatMap(([name, value]) =>
    [value].flat().map((one) => `${name}=${encodeURIComponent(String(one))}`),
  )
  const address = path
    .replace('{org}', 'acme')
    .replace(/\{(flow_name|env_name)\}/g, 'known')
    .replace(/\{\+?(\w+)\}/g, (_, name: string) => encodeURIComponent(String(example(name))))
  return `${address}?${search.join('&')}`
}

/** Contradictory queries, which the document can only describe in words. */
const contradictions: Record<string, (query: Record<string, unknown>) => boolean> = {
  assertArtifact: (query) => Boolean(query.environment_name) && query.policy_name !== '',
  getArtifactVerdict: (query) =>
    `${query.fingerprint ?? ''}${query.artifact_fingerprint ?? ''}${query.artifact_name ?? ''}` ===
    '',
  canDeploy: (query) => !query.snapshot && [query.fingerprint].flat().join('') === '',
}

type Read = (typeof reads)[number][1]

/** Queries of a read, with a value for each parameter. */
const samples = (query: Parameter[], values: (schema: Schema) => fc.Arbitrary<unknown>) =>
  fc.sample(fc.tuple(...query.map(({ schema }) => values(schema))), { numRuns: 2, seed: 7 })

const ask = ({ endpoint, parameters, query }: Read, values: unknown[]) => {
  const pairs = query.map(({ name }, index): [string, unknown] => [name, values[index]])
  const url = urlOf(endpoint, parameters, pairs)
  const key = endpoint.access === 'admin' ? 'admin' : 'member'
  return { url, pairs, answer: () => app.call('GET', url, { key }) }
}

it(`accepts what the document allows for each of ${reads.length} reads`, async () => {
  const failures = await failuresOf(reads, async (read, name) => {
    const empty = read.query.map(({ required, example }) => (required ? example : ''))
    const calls = [...samples(read.query, valid), empty]
      .map((values) => ask(read, values))
      .filter(({ pairs }) => !contradictions[name]?.(Object.fromEntries(pairs)))
    await Promise.all(
      calls.map(async ({ url, answer }) => {
        const { status, body, headers } = await answer()
        expect({ url, status, body }).toMatchObject({ status: expect.toBeOneOf([200, 404]) })
        expect(headers['x-request-id']).toBeDefined()
      }),
    )
  })
  expect(failures).toEqual([])
})

/** Parameters that accept any text, by read. */
const texts = reads.flatMap(([, read]) =>
  read.query.flatMap(({ name, schema }) => {
    const { maxLength = 0, pattern } = schema.items ?? schema
    return maxLength > 1000 && pattern === anyText ? [{ read, name, maxLength }] : []
  }),
)

it('refuses texts of queries beyond the documented maximum', async () => {
  expect(texts.length).toBeGreaterThan(50)
  await Promise.all(
    texts.map(async ({ read, name, maxLength }) => {
      const long = 'x'.repeat(maxLength + 1)
      const given = read.query.flatMap((it): [string, unknown][] =>
        it.name === name ? [[name, long]] : it.required ? [[it.name, it.example]] : [],
      )
      const key = read.endpoint.access === 'admin' ? 'admin' : 'member'
      const url = urlOf(read.endpoint, read.parameters, given)
      const { status, body } = await app.call('GET', url, { key })
      expect([read.operationId, status, Object.keys(body.errors ?? {})]).toEqual([
        read.operationId,
        400,
        [name],
      ])
    }),
  )
})

it(`refuses what the document forbids for each of ${reads.length} reads`, async () => {
  const failures = await failuresOf(reads, async (read) => {
    const refused = read.query.map(({ name }) => name).toSorted()
    const calls = samples(read.query, invalid).map((values) => ask(read, values))
    await Promise.all(
      calls.map(async ({ url, answer }) => {
        const { status, body } = await answer()
        expect({ url, status }).toEqual({ url, status: 400 })
        expect({ url, refused: Object.keys(body.errors).toSorted() }).toEqual({ url, refused })
      }),
    )
  })
  expect(failures).toEqual([])
})
