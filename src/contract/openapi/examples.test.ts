import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { type Endpoint, statusesOf } from '#contract/common/endpoint.ts'
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

/** A value with its schema, and whose it is. */
interface Example {
  of: string
  schema: Json
  example: unknown
}

/**
 * Returns the violations of the schemas of examples. All are compiled together: what many refer to
 * would be compiled for each again.
 */
function errorsOf(examples: Example[]): [string, string][] {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true })
  const properties = Object.fromEntries(examples.map(({ schema }, index) => [index, schema]))
  const validate = ajv.compile({ properties, components: document.components })
  validate(Object.fromEntries(examples.map(({ example }, index) => [index, example])))
  return (validate.errors ?? []).map(({ instancePath, message }) => {
    const [, index = '', ...path] = instancePath.split('/')
    return [examples[Number(index)]?.of ?? '', `/${path.join('/')} ${message}`]
  })
}

it('passes an independent OpenAPI validator', async () => {
  expect(await new Validator().validate(structuredClone(document) as never)).toEqual({
    valid: true,
  })
})

it('has error examples that match the schema', () => {
  const examples = Object.entries(document.components.responses).flatMap(([of, { content }]) =>
    Object.values(content).map((one) => ({ of, ...one })),
  )
  expect(examples.length).toBeGreaterThan(0)
  expect(errorsOf(examples)).toEqual([])
})

/** Pairs each fault with the place where it is. */
const named = (where: string, faults: unknown[]) => faults.map((fault) => [where, fault])

const endpointOf = (name: string): Endpoint => endpoints[name as keyof typeof endpoints]

it(`has examples that match their schemas in each of ${operations.length} operations`, () => {
  const examples = operations.flatMap(([of, { parameters, requestBody, responses }]) => {
    const endpoint = endpointOf(of)
    const statuses = typeof endpoint.response === 'string' ? [] : statusesOf(endpoint)
    const answers = statuses.map((it) => responses[it])
    const shown = [
      ...parameters,
      ...Object.values(requestBody?.content ?? {}),
      ...answers.flatMap((it) => it?.content?.['application/json'] ?? []),
    ]
    return shown.map(({ schema, example }) => ({ of, schema, example }))
  })
  expect(examples.filter(({ example }) => example === undefined)).toEqual([])
  expect(errorsOf(examples)).toEqual([])
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
