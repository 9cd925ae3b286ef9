import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
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

/** Returns the violations of an example's schema. */
function errorsOf({ schema, example }: { schema: Json; example: unknown }): string[] {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
  const validate = ajv.compile(JSON.parse(text) as Json)
  validate(example)
  return (validate.errors ?? []).map((it) => `${it.instancePath} ${it.message}`)
}

it('passes an independent OpenAPI validator', async () => {
  expect(await new Validator().validate(structuredClone(document) as never)).toEqual({
    valid: true,
  })
})

it('has error examples that match the schema', () => {
  for (const { content } of Object.values(document.components.responses)) {
    for (const one of Object.values(content)) expect(errorsOf(one)).toEqual([])
  }
})

/** Pairs each fault with the place where it is. */
const named = (where: string, faults: unknown[]) => faults.map((fault) => [where, fault])

const endpointOf = (name: string): Endpoint => endpoints[name as keyof typeof endpoints]

it(`has examples that match their schemas in each of ${operations.length} operations`, () => {
  const wrong = operations.flatMap(([name, { parameters, requestBody, responses }]) => {
    const { status: statuses, response } = endpointOf(name)
    const answers = typeof response === 'string' ? [] : statuses.map((it) => responses[it])
    const shown = [
      ...parameters,
      ...Object.values(requestBody?.content ?? {}),
      ...answers.flatMap((it) => it?.content?.['application/json'] ?? []),
    ]
    return shown.flatMap((one) =>
      named(name, one.example === undefined ? ['no example'] : errorsOf(one)),
    )
  })
  expect(wrong).toEqual([])
})

it(`accepts the request examples of ${operations.length} operations`, () => {
  const wrong = operations.flatMap(([name, { parameters, requestBody }]) => {
    const { body, query, params } = endpointOf(name)
    const [content] = Object.values(requestBody?.content ?? {})
    const example = content?.example as Json | undefined
    const sent = body?.kind === 'multipart' ? example?.[body.part] : example
    return [
      ...named(name, body?.schema.safeParse(sent).error?.issues ?? []),
      ...parameters.flatMap((parameter) => {
        const place = parameter.in === 'path' ? params : query
        const rule = place?.shape[parameter.name] as typeof query | undefined
        const error = rule?.safeParse(parameter.example).error
        return named(`${name} ${parameter.name}`, error?.issues ?? [])
      }),
    ]
  })
  expect(wrong).toEqual([])
})
