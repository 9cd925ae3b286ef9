import { afterAll, beforeAll, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import type { Endpoint, JsonBody, MultipartBody } from '#contract/common/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { openapiDocument } from '#server/testing/openapi-document.ts'
import { startTestApp, type TestAnswer, type TestApp } from '#server/testing/app.ts'
import { reporter } from '#server/testing/reporter.ts'
import { countRows } from '#server/testing/rows.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
  await reporter(app).artifact('known')
})
afterAll(() => app.close())

const million = 'a'.repeat(1_048_576)

/**
 * One position of a body with text: keys, `0` for any index of a list, the text itself for any key.
 */
type Path = readonly string[]
type Def = z.core.$ZodTypeDef & {
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  keyType?: z.core.$ZodType
  valueType?: z.core.$ZodType
  options?: z.core.$ZodType[]
  shape?: Record<string, z.core.$ZodType>
}

function* textsIn(schema: z.core.$ZodType, path: Path = []): Generator<Path> {
  const { type, innerType, element, keyType, valueType, options, shape } = schema._zod.def as Def
  if (type === 'string') yield path
  if (innerType) yield* textsIn(innerType, path)
  if (element) yield* textsIn(element, [...path, '0'])
  if (keyType) yield [...path, million]
  if (valueType) yield* textsIn(valueType, [...path, 'key'])
  for (const option of options ?? []) yield* textsIn(option, path)
  for (const [name, field] of Object.entries(shape ?? {})) yield* textsIn(field, [...path, name])
}

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { example: Record<string, unknown> }> }
}
const examples = new Map(
  Object.values(openapiDocument.paths as Record<string, Record<string, Operation>>)
    .flatMap((item) => Object.values(item))
    .map(({ operationId, requestBody }) => {
      const [content] = Object.values(requestBody?.content ?? {})
      return [operationId, content?.example ?? {}]
    }),
)

/** The example of a body with the text in one position. */
function spoilt(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return million
  if (key === '0') return [spoilt(Array.isArray(value) ? value[0] : undefined, rest)]
  const fields = value !== null && typeof value === 'object' ? value : {}
  const inner = key === million ? 'x' : spoilt((fields as Record<string, unknown>)[key], rest)
  return { ...fields, [key]: inner }
}

interface Field {
  name: string
  endpoint: Endpoint
  body: JsonBody | MultipartBody
  path: Path
}
const fields = (Object.entries(endpoints) as [string, Endpoint][]).flatMap(([name, endpoint]) => {
  const { body } = endpoint
  if (!body) return []
  const places = new Map([...textsIn(body.schema)].map((path) => [path.join('.'), path]))
  return [...places.values()].map((path): Field => ({ name, endpoint, body, path }))
})

function send({ name, endpoint, body, path }: Field): Promise<TestAnswer> {
  const url = endpoint.path
    .replace('{org}', 'acme')
    .replace('{flow_name}', 'known')
    .replace('{resource_type}', 'flow')
    .replace('{page}', 'overview')
    .replace(/\{\+?\w+\}/g, 'any')
  const example = examples.get(name)
  const key = endpoint.access === 'anyone' ? null : 'admin'
  if (body.kind === 'json')
    return app.call(endpoint.method, url, { key, json: spoilt(example, path) as object })
  const content = JSON.stringify(spoilt(example?.[body.part], path))
  return app.call(endpoint.method, url, { key, form: [{ name: body.part, content }] })
}

/** Returns whether a refusal names the field, or what contains it. */
const isNamed = (errors: Record<string, string>, path: Path) =>
  Object.entries(errors).some(([field, reason]) => {
    const [first = ''] = field.split('.')
    return reason !== '' && (first === path[0] || path[0] === million)
  })

it(`refuses a text of 1 MB in each of ${fields.length} fields, and stores none`, async () => {
  const before = await countRows(app)
  const odd: unknown[] = []
  for (const field of fields) {
    const { status, body, text } = await send(field)
    const isRefused = status === 413 || (status === 400 && isNamed(body.errors ?? {}, field.path))
    if (isRefused && text.length < 50_000) continue
    const path = field.path.map((key) => key.slice(0, 20)).join('.')
    odd.push([field.name, path, status, text.slice(0, 300)])
  }
  expect(odd).toEqual([])
  expect(await countRows(app)).toEqual(before)
})
