import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Endpoint, type Role, roles } from '#contract/common/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { openapi } from '#contract/openapi/document.ts'
import { takesIfMatch } from '#contract/openapi/error-responses.ts'
import { answersTag } from '#contract/openapi/headers.ts'
import { startTestApp, type TestApp, type TestRequest } from '#server/testing/app.ts'
import { buildExampleWorld, type ExampleWorld } from '#server/testing/example-world.ts'
import { failuresOf } from '#server/testing/failures.ts'
import { dataForm } from '#server/testing/multipart.ts'
import { ownInputs } from '#server/testing/own-inputs.ts'

let app: TestApp
let world: ExampleWorld
beforeAll(async () => {
  app = await startTestApp()
  world = await buildExampleWorld(app)
})
afterAll(() => app.close())

type Json = Record<string, unknown>
interface Operation {
  operationId: string
  parameters: { name: string; in: string; required: boolean; example: unknown }[]
  requestBody?: { content: Record<string, { example: Json }> }
}
const operations = new Map(
  Object.values(openapi().paths as Record<string, Record<string, Operation>>)
    .flatMap((item) => Object.values(item))
    .map((operation) => [operation.operationId, operation]),
)

/** Endpoints of an organization, but for the stream, which never ends, and for messages that were sent. */
const ofOrganization = (Object.entries(endpoints) as [string, Endpoint][]).filter(
  ([, { path, response }]) =>
    path.includes('{org}') && response !== 'events' && !path.includes('{delivery_id}'),
)

/** A call with good input: that of the endpoint's example, where the table does not say another. */
async function goodCall(name: string, { path, body, response }: Endpoint) {
  const { parameters, requestBody } = operations.get(name)!
  const own = (await ownInputs[name]?.(app, world)) ?? {}
  const known: Json = { ...world, ...own.parameters, org: 'acme' }
  const valueOf = (parameter: string) =>
    String(known[parameter] ?? parameters.find((it) => it.name === parameter)?.example)
  const query = parameters
    .filter((it) => it.in === 'query' && (it.required || it.name in (own.parameters ?? {})))
    .map((it) => `${it.name}=${encodeURIComponent(valueOf(it.name))}`)
  if (response === 'export') query.push('format=csv')
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
  return { url, request, search: query.length > 0 ? `?${query.join('&')}` : '', key: own.key }
}

it(`lets exactly the permitted in with good input, at ${ofOrganization.length} endpoints`, async () => {
  const failures = await failuresOf(ofOrganization, async (endpoint, name) => {
    const { url, search, request, key } = await goodCall(name, endpoint)
    const ask = (caller: string) =>
      app.call(endpoint.method, url + search, { ...request, key: caller })
    const stranger = await ask('outsider')
    const denied = { message: `Access denied to /api/v2${url}`, code: 'no_access' }
    expect([stranger.status, stranger.body]).toEqual([403, denied])
    const needed = endpoint.access as Role
    for (const weaker of roles.slice(roles.indexOf(needed) + 1)) {
      const { status, body } = await ask(weaker)
      expect([weaker, status, body.required_role]).toEqual([weaker, 403, needed])
    }
    if (takesIfMatch(name)) {
      const headers = { 'if-match': '"of-another-state"' }
      const stale = await app.call(endpoint.method, url + search, {
        ...request,
        key: key ?? needed,
        headers,
      })
      expect(stale.status).toBe(412)
    }
    const permitted = await ask(key ?? needed)
    expect([permitted.status, permitted.text.slice(0, 200)]).toEqual([
      expect.toBeOneOf([...endpoint.status]),
      expect.anything(),
    ])
    expect('etag' in permitted.headers).toBe(answersTag(name))
    expect('x-cairn-scope' in permitted.headers).toBe(endpoint.response === 'export')
  })
  expect(failures).toEqual([])
})
