import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/common/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { openapi } from './document.ts'

type Json = Record<string, unknown>
type Content = Record<string, { schema: Json; example: unknown }>
interface Operation {
  operationId: string
  parameters: { name: string; in: string; schema: Json; example: unknown }[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
const document = openapi() as {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Json; responses: Record<string, { content: Content }> }
}
const operations = Object.values(document.paths).flatMap((item) =>
  Object.values(item).map((operation) => [operation.operationId, operation] as const),
)

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
ajv.addSchema({ $id: 'document', components: document.components })

/** What is wrong with an example by its schema. */
function errorsOf({ schema, example }: { schema: Json; example: unknown }): string[] {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
  const validate = ajv.compile(JSON.parse(text) as Json)
  validate(example)
  return (validate.errors ?? []).map((it) => `${it.instancePath} ${it.message}`)
}

it('is a valid document to a validator that others wrote', async () => {
  expect(await new Validator().validate(structuredClone(document) as never)).toEqual({
    valid: true,
  })
})

it('shows refusals as the schema says', () => {
  for (const { content } of Object.values(document.components.responses)) {
    for (const one of Object.values(content)) expect(errorsOf(one)).toEqual([])
  }
})

describe.each(operations)('%s', (name, { parameters, requestBody, responses }) => {
  const endpoint: Endpoint = endpoints[name as keyof typeof endpoints]

  it('has examples that fit', () => {
    for (const one of parameters) expect([one.name, ...errorsOf(one)]).toEqual([one.name])
    for (const one of Object.values(requestBody?.content ?? {})) {
      expect(one.example).toBeDefined()
      expect(errorsOf(one)).toEqual([])
    }
    for (const status of endpoint.status) {
      for (const [type, one] of Object.entries(responses[status]?.content ?? {})) {
        if (type !== 'application/json' || typeof endpoint.response === 'string') continue
        expect(one.example).toBeDefined()
        expect(errorsOf(one)).toEqual([])
      }
    }
  })

  it('takes what its examples send', () => {
    const { body, query, params } = endpoint
    const example = Object.values(requestBody?.content ?? {})[0]?.example as Json | undefined
    if (body) {
      const sent = body.kind === 'json' ? example : example?.[body.part]
      expect(body.schema.safeParse(sent).error?.issues ?? []).toEqual([])
    }
    const of = (place: string) =>
      Object.fromEntries(
        parameters.filter((it) => it.in === place).map((it) => [it.name, it.example]),
      )
    for (const parameter of parameters) {
      const rule = (parameter.in === 'path' ? params : query)?.shape[parameter.name]
      if (!rule) continue
      const { error } = (rule as typeof query & object).safeParse(of(parameter.in)[parameter.name])
      expect([parameter.name, ...(error?.issues ?? [])]).toEqual([parameter.name])
    }
  })
})
