import { expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './index.ts'
import { openapi } from './openapi.ts'

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
  parameters: { name: string; in: string; required: boolean; schema: Json; description: string }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, Json>
  security?: Json[]
}
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
)

/** Every value of a key, at any depth. */
function valuesOf(key: string, value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => [
    ...(name === key ? [child] : []),
    ...(name === 'example' ? [] : valuesOf(key, child)),
  ])
}

/** What a JSON pointer in the document points at. */
function resolve(pointer: string): unknown {
  if (!pointer.startsWith('#/')) return undefined
  return pointer
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, part) => (value as Json | undefined)?.[part], document)
}

it('is the document that was agreed on', async () => {
  const text = `${JSON.stringify(document, null, 2)}\n`
  await expect(text).toMatchFileSnapshot('./openapi.snapshot.json')
})

it('is JSON through and through', () => {
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

it('declares every path parameter, and no parameter twice', () => {
  for (const { path, operation } of operations) {
    const declared = operation.parameters.filter((it) => it.in === 'path').map((it) => it.name)
    expect(declared).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
    for (const it of operation.parameters) {
      expect(['path', 'query', 'header']).toContain(it.in)
      const isAsked = requiredInQuery.includes(it.name) && !path.includes('/exports/')
      expect(it.required).toBe(it.in === 'path' || isAsked)
      expect(it.schema).toBeTypeOf('object')
      expect(it.description).toMatch(/^[`A-Z]/)
    }
    const names = operation.parameters.map((it) => `${it.in} ${it.name}`)
    expect(new Set(names).size).toBe(names.length)
  }
})

it('takes an Idempotency-Key with every write to an organization, and with nothing else', () => {
  for (const { path, method, operation } of operations) {
    const headers = operation.parameters.filter((it) => it.in === 'header').map((it) => it.name)
    const endpoint: Endpoint = endpoints[operation.operationId as keyof typeof endpoints]
    const writes = method !== 'get' && path.includes('{org}')
    // Of an answer that holds a secret no copy is kept.
    const takes = writes && !endpoint.answersSecret
    expect(headers.filter((it) => it !== 'If-Match')).toEqual(takes ? ['Idempotency-Key'] : [])
  }
})

it('describes a body where there is one, and the answers', () => {
  for (const { operation, method } of operations) {
    const endpoint: Endpoint = endpoints[operation.operationId as keyof typeof endpoints]
    const types = Object.keys(operation.requestBody?.content ?? {})
    const expected = { json: 'application/json', multipart: 'multipart/form-data' }
    expect(types).toEqual(endpoint.body ? [expected[endpoint.body.kind]] : [])
    if (method === 'get') expect(types).toEqual([])
    const codes = Object.keys(operation.responses)
    const wins = codes.filter((code) => code.startsWith('2'))
    expect(wins.toSorted()).toEqual(endpoint.status.map(String).toSorted())
    expect(codes).toContain('400')
    expect(operation.responses.default).toEqual({ $ref: '#/components/responses/Problem' })
  }
})

it('uses the types of JSON schema only', () => {
  const known = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']
  const types = valuesOf('type', document.paths).flat()
  const named = types.filter((type) => typeof type === 'string')
  expect(named.filter((type) => !known.includes(type))).toEqual([])
})

it('requires the security schemes that it declares', () => {
  const declared = Object.keys(document.components.securitySchemes)
  expect(document.security.flatMap((it) => Object.keys(it))).toEqual(declared)
})
