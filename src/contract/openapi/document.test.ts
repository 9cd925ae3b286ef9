import { expect, it } from 'vitest'
import { type Endpoint, statusesOf } from '#contract/common/endpoint.ts'
import { dashboardEndpoints } from '#contract/dashboard-endpoints.ts'
import { endpoints } from '#contract/endpoints.ts'
import { publicEndpoints } from '#contract/public-endpoints.ts'
import { openapi } from './document.ts'
import { endpointTexts } from './endpoint-texts.ts'

type Json = Record<string, unknown>
const document = openapi() as {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Json; schemas?: Json }
  security: Json[]
}
interface Operation {
  operationId: string
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; schema: Json; description: string }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { $ref?: string; description?: string }>
  security?: Json[]
}
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

/** Returns every value of a key, at any depth. */
function valuesOf(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => [
    ...(name === key ? [child] : []),
    ...(name === 'example' ? [] : valuesOf(key, child)),
  ])
}

/** Resolves a JSON pointer in the document. */
function resolve(pointer: string): unknown {
  if (!pointer.startsWith('#/')) return undefined
  return pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (value as Json | undefined)?.[part], document)
}

/**
 * Prints JSON without examples, which are generated from the schemas, with a line for each parameter
 * and response of an operation, so that differences are readable.
 */
function printed(value: unknown, depth = 0): string {
  if (depth > 4 || typeof value !== 'object' || value === null) {
    return JSON.stringify(value, (key, child: unknown) => (key === 'example' ? undefined : child))
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const lines = Object.entries(value)
    .filter(([key]) => key !== 'example')
    .map(([key, child]) => (open === '[' ? '' : `"${key}": `) + printed(child, depth + 1))
  const indent = `\n${' '.repeat(depth)}`
  return lines.length > 0
    ? `${open}${indent} ${lines.join(`,${indent} `)}${indent}${close}`
    : open! + close
}

it('matches the checked-in document of the public API', async () => {
  const text = `${printed(openapi(publicEndpoints))}\n`
  const refresh = 'npx vitest run --project unit src/contract/openapi -u'
  const advice = `The public API changed. If it was meant to, run "${refresh}" and read the difference.`
  await expect(text, advice).toMatchFileSnapshot('./openapi.snapshot.json')
  expect(JSON.parse(text)).toHaveProperty(['paths', '/flows/{org}', 'get', 'parameters', 0, 'name'])
  const size = 'bytes of the snapshot: say the same in fewer words, or raise the limit'
  expect(new TextEncoder().encode(text).length, size).toBeLessThan(400_000)
})

it('has each endpoint in one of two parts: public, or dashboard below /cairn', () => {
  const names = [...Object.keys(publicEndpoints), ...Object.keys(dashboardEndpoints)]
  expect(names.toSorted()).toEqual(Object.keys(endpoints).toSorted())
  const isOwn = ({ path }: Endpoint) => path.startsWith('/cairn/')
  expect(Object.values<Endpoint>(publicEndpoints).filter(isOwn)).toEqual([])
  expect(Object.values<Endpoint>(dashboardEndpoints).every(isOwn)).toBe(true)
})

it('describes every operation, each by a text of its own', () => {
  for (const { operation } of operations) {
    const { summary, description, parameters, responses } = operation
    expect(summary).toMatch(/^[A-Z]/)
    expect(description).toMatch(/^[A-Z`].{30,}\.$/)
    for (const parameter of parameters) expect(parameter.description).not.toBe('')
    for (const [status, answer] of Object.entries(responses)) {
      const { description: meaning } = (answer.$ref ? resolve(answer.$ref) : answer) as Json
      expect(meaning, `${operation.operationId} ${status}`).toMatch(/^[A-Z]/)
    }
  }
  expect(Object.keys(endpointTexts).toSorted()).toEqual(Object.keys(endpoints).toSorted())
  const own = Object.values(endpointTexts).map(({ description }) => description)
  expect(own.filter((text, index) => own.indexOf(text) !== index)).toEqual([])
})

it('names every endpoint by its key', () => {
  const misnamed = Object.entries<Endpoint>(endpoints).filter(([key, { name }]) => name !== key)
  expect(misnamed).toEqual([])
})

it('is pure JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
  expect(document.openapi).toBe('3.1.0')
})

it('has every endpoint once, by its name', () => {
  const names = operations.map(({ operation }) => operation.operationId)
  expect(names.toSorted()).toEqual(Object.keys(endpoints).toSorted())
  for (const { path, method, operation } of operations) {
    const endpoint: Endpoint = endpoints[operation.operationId as keyof typeof endpoints]
    const documented = endpoint.path.replaceAll('{+', '{')
    expect([method.toUpperCase(), path]).toEqual([endpoint.method, documented])
    expect(operation.summary).not.toBe('')
    expect(operation.security).toEqual(endpoint.access === 'anyone' ? [] : undefined)
  }
})

it('resolves every reference', () => {
  const references = valuesOf('$ref', document)
  expect(references.length).toBeGreaterThan(0)
  for (const reference of references) expect(resolve(String(reference))).toBeDefined()
})

it('has no two paths that differ in parameter names alone', () => {
  const shapes = Object.keys(document.paths).map((path) => path.replace(/\{\w+\}/g, '{}'))
  expect(new Set(shapes).size).toBe(shapes.length)
})

const requiredInQuery = [
  'artifact_name',
  'commit',
  'commit_list',
  'snappish1',
  'snappish2',
  'base',
  'head',
  'text',
]

/** Required by one endpoint, and optional elsewhere. */
const requiredHere = [
  'can_i_deploy?environment',
  'evidence-summaries?attestation_id',
  'services?environment',
  'exports/snapshot-diff?base',
  'exports/snapshot-diff?head',
]

it('declares every path parameter, and no parameter twice', () => {
  for (const { path, operation } of operations) {
    const declared = operation.parameters.filter((it) => it.in === 'path').map((it) => it.name)
    expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    for (const it of operation.parameters) {
      expect(['path', 'query', 'header']).toContain(it.in)
      const isRequired =
        (requiredInQuery.includes(it.name) && !path.includes('/exports/')) ||
        requiredHere.some((end) => `${path}?${it.name}`.endsWith(end))
      expect(it.required).toBe(it.in === 'path' || isRequired)
      expect(it.schema).toBeTypeOf('object')
      expect(it.description).toMatch(/^[`A-Z]/)
    }
    const names = operation.parameters.map((it) => `${it.in} ${it.name}`)
    expect(new Set(names).size).toBe(names.length)
  }
})

it('takes an Idempotency-Key with every write to an organization, and only there', () => {
  for (const { path, method, operation } of operations) {
    const headers = operation.parameters.filter((it) => it.in === 'header').map((it) => it.name)
    const endpoint: Endpoint = endpoints[operation.operationId as keyof typeof endpoints]
    const writes = method !== 'get' && path.includes('{org}')
    // A response that holds a secret is not stored.
    const takes = writes && !endpoint.answersSecret
    expect(headers.filter((it) => it !== 'If-Match')).toEqual(takes ? ['Idempotency-Key'] : [])
  }
})

it('describes the body, if there is one, and the responses of every operation', () => {
  for (const { operation, method } of operations) {
    const endpoint: Endpoint = endpoints[operation.operationId as keyof typeof endpoints]
    const types = Object.keys(operation.requestBody?.content ?? {})
    const expected = { json: 'application/json', multipart: 'multipart/form-data' }
    expect(types).toEqual(endpoint.body ? [expected[endpoint.body.kind]] : [])
    if (method === 'get') expect(types).toEqual([])
    const codes = Object.keys(operation.responses)
    const wins = codes.filter((code) => code.startsWith('2'))
    expect(wins.toSorted()).toEqual(statusesOf(endpoint).map(String).toSorted())
    expect(codes).toContain('400')
    expect(codes).toEqual(expect.arrayContaining(['400', '405', '429', '500', '503']))
  }
})

it('uses only the types of JSON Schema', () => {
  const known = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']
  const types = valuesOf('type', document.paths).flat()
  const named = types.filter((type) => typeof type === 'string')
  expect(named.filter((type) => !known.includes(type))).toEqual([])
})

it('requires the security schemes that it declares', () => {
  const declared = Object.keys(document.components.securitySchemes)
  expect(document.security.flatMap((it) => Object.keys(it))).toEqual(declared)
})
