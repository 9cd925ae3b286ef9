import type { Endpoint } from '#contract/common/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { openapiDocument } from './openapi-document.ts'
import type { TestApp, TestRequest } from './app.ts'
import type { ExampleWorld } from './example-world.ts'
import { dataForm } from './multipart.ts'
import { ownInputs } from './own-inputs.ts'

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  parameters: {
    name: string
    in: string
    required: boolean
    example: unknown
    schema: { enum?: unknown[]; items?: { enum?: unknown[] } }
  }[]
  requestBody?: { content: Record<string, { example: Json }> }
}
const operations = new Map(
  Object.values(openapiDocument.paths as Record<string, Record<string, Operation>>)
    .flatMap((item) => Object.values(item))
    .map((operation) => [operation.operationId, operation]),
)

/**
 * Endpoints of an organization by name, but for the stream, which never ends, for messages that were
 * sent, and for what closes it.
 */
export const ofOrganization = (Object.entries(endpoints) as [string, Endpoint][]).filter(
  ([, { path, response }]) =>
    path.includes('{org}') && response !== 'events' && !/\{delivery_id\}|\/delete$/.test(path),
)

/** Values of an enumeration that are tried one by one; of longer ones the first is. */
const maxTried = 11

/**
 * A call with good input: that of the endpoint's example, where the table does not say another.
 * `others` are pairs that its query may have besides.
 */
export async function goodCall(
  app: TestApp,
  world: ExampleWorld,
  name: string,
  { path, body, response }: Endpoint,
) {
  const { parameters, requestBody } = operations.get(name)!
  const own = (await ownInputs[name]?.(app, world)) ?? {}
  const known: Json = { ...world, ...own.parameters, org: 'acme' }
  const valueOf = (parameter: string) =>
    String(known[parameter] ?? parameters.find((it) => it.name === parameter)?.example)
  const query = parameters
    .filter((it) => it.in === 'query' && (it.required || it.name in (own.parameters ?? {})))
    .map((it) => `${it.name}=${encodeURIComponent(valueOf(it.name))}`)
  if (response === 'export') query.push('format=csv')
  const others = parameters
    .filter((it) => it.in === 'query' && !query.some((pair) => pair.startsWith(`${it.name}=`)))
    .flatMap((it) => {
      const listed = (it.schema.enum ?? it.schema.items?.enum)?.filter((value) => value !== null)
      const values = listed ?? [it.name === 'page' ? 2 : valueOf(it.name)]
      return values
        .slice(0, values.length > maxTried ? 1 : maxTried)
        .map((value) => `${it.name}=${encodeURIComponent(String(value))}`)
    })
  const [content] = Object.values(requestBody?.content ?? {})
  const example = content?.example ?? {}
  const request: TestRequest =
    body?.kind === 'multipart'
      ? {
          form: dataForm(
            { ...(example[body.part] as Json), ...own.json },
            own.file ?? { part: body.file.name, name: 'file', content: '' },
          ).map((part, index) => (index === 0 ? { ...part, name: body.part } : part)),
        }
      : body
        ? { json: { ...example, ...own.json } }
        : {}
  const url = path.replace(/\{(\+?)(\w+)\}/g, (_, plus: string, parameter: string) =>
    plus ? valueOf(parameter) : encodeURIComponent(valueOf(parameter)),
  )
  return { url, request, search: `?${query.join('&')}`, others, key: own.key }
}
