import * as z from 'zod/mini'
import { artifact } from './artifact.ts'
import { attestation, decision } from './attestation.ts'
import { externalUrls } from './annotations.ts'
import { gitCommitInfo } from './commit-info.ts'
import { control, createControl } from './control.ts'
import { repoInfo } from './repo-info.ts'
import { customType } from './custom-type.ts'
import type { Endpoint } from './endpoint.ts'
import { putEnvironment } from './environment.ts'
import { flow } from './flow.ts'
import { exampleOf } from './openapi-example.ts'
import type { NamedSchemas } from './openapi-takes.ts'
import { parameterWords } from './openapi-parameter-words.ts'
import { refusals, refusalsOf, takesIfMatch } from './openapi-refusal.ts'
import { idempotencyHeader, idempotencyKey, takesIdempotencyKey } from './idempotency.ts'
import { endpoints } from './index.ts'
import { pagination } from './page.ts'
import { pathParameter } from './path.ts'
import { problemBody } from './problem.ts'
import { repo } from './repo.ts'
import { trail, trailListItem } from './trail.ts'
import { complianceStatus } from './trail-state.ts'

type Json = Record<string, unknown>

/** Schemas that have a name in the document; the others stand where they are used. */
const named = {
  Artifact: artifact,
  Attestation: attestation,
  ComplianceStatus: complianceStatus,
  Control: control,
  ControlPostInput: createControl.body.schema,
  CreateEnvironmentPutInput: putEnvironment.body.schema,
  CustomAttestationType: customType,
  Decision: decision,
  ExternalUrls: externalUrls,
  Flow: flow,
  GitCommitInfo: gitCommitInfo,
  Pagination: pagination,
  Problem: problemBody,
  Repo: repo,
  RepoInfo: repoInfo,
  Trail: trail,
  TrailListItem: trailListItem,
}
const names = z.registry<{ id: string }>()
for (const [id, type] of Object.entries(named)) names.add(type, { id })

/** Answers may gain keys: only what refuses unknown ones in requests says that there are none. */
const settings = {
  unrepresentable: 'any',
  metadata: names,
  override({ zodSchema, jsonSchema }) {
    const { def } = zodSchema._zod
    if ('catchall' in def && def.catchall) return
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  },
} satisfies Parameters<typeof z.toJSONSchema>[1]

/** JSON Schema of a type, named ones by reference. */
function schema(type: z.core.$ZodType, io: 'input' | 'output'): Json {
  const text = JSON.stringify(z.toJSONSchema(type, { io, ...settings })).replaceAll(
    '#/$defs/',
    '#/components/schemas/',
  )
  const { $schema: _dialect, $defs: _named, ...rest } = JSON.parse(text) as Json
  return rest
}

/** The named schemas themselves. */
function components(): NamedSchemas {
  const all = z.toJSONSchema(z.object(named), settings)
  const text = JSON.stringify(all.$defs).replaceAll('#/$defs/', '#/components/schemas/')
  return JSON.parse(text) as NamedSchemas
}

/** Examples for the calls of an endpoint, and for what it answers. */
function examplesFor(endpoint: Endpoint, named: NamedSchemas) {
  const noun = nounOf(endpoint)
  return {
    input: (type: Json, name = '') => exampleOf(type, { noun, named, isWhole: false }, name),
    output: (type: Json) => exampleOf(type, { noun, named, isWhole: true }, 'answer'),
  }
}
type Examples = ReturnType<typeof examplesFor>

function parameters(name: string, endpoint: Endpoint, examples: Examples): Json[] {
  const rules = (endpoint.params ? schema(endpoint.params, 'input').properties : {}) as Json
  const path = [...endpoint.path.matchAll(pathParameter)].map(([, rest, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: `${parameterWords(name)}${rest ? ': slashes may stand in it as they are' : ''}`,
    schema: rules[name] ?? { type: 'string' },
    example: examples.input((rules[name] ?? { type: 'string' }) as Json, name),
  }))
  const { properties = {}, required = [] } = (
    endpoint.query ? schema(endpoint.query, 'input') : {}
  ) as { properties?: Record<string, Json>; required?: string[] }
  const query = Object.entries(properties).map(([name, type]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description: parameterWords(name),
    schema: type,
    example: examples.input(type, name),
  }))
  const match = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'The ETag of the record as it was read: the call is refused if it changed since',
    schema: { type: 'string' },
    example: '"3q2-7wAAAAAAAAAAAAAAAA"',
  }
  const key = {
    name: idempotencyHeader,
    in: 'header',
    required: false,
    description: 'Names this call: sent again within 24 hours, it is answered as the first time',
    schema: schema(idempotencyKey, 'input'),
    example: 'release-4711',
  }
  return [
    ...path,
    ...query,
    ...(takesIdempotencyKey(endpoint) ? [key] : []),
    ...(takesIfMatch(name) ? [match] : []),
  ]
}

function requestBody({ body }: Endpoint, examples: Examples): Json {
  if (!body) return {}
  const json = schema(body.schema, 'input')
  if (body.kind === 'json') {
    const content = { schema: json, example: examples.input(json) }
    return { requestBody: { content: { 'application/json': content } } }
  }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const parts = {
    type: 'object',
    properties: { [body.part]: json, [body.file.name]: file },
    required: [body.part],
  }
  const example = {
    [body.part]: examples.input(json),
    [body.file.name]: examples.input({ type: 'string' }, body.file.name),
  }
  return { requestBody: { content: { 'multipart/form-data': { schema: parts, example } } } }
}

const mediaTypes = {
  file: ['application/octet-stream'],
  export: ['text/csv', 'application/x-ndjson', 'application/json'],
  events: ['text/event-stream'],
} as const

function responses(name: string, endpoint: Endpoint, examples: Examples): Json {
  const { response } = endpoint
  const content =
    typeof response === 'string'
      ? Object.fromEntries(mediaTypes[response].map((type) => [type, {}]))
      : { 'application/json': answer(schema(response, 'output'), examples) }
  const success = Object.fromEntries(
    endpoint.status.map((status) => [status, { description: 'Success', content }]),
  )
  const refused = Object.entries(refusalsOf(name, endpoint)).map(([status, refusal]) => [
    status,
    { $ref: `#/components/responses/${refusal}` },
  ])
  return { ...success, ...(Object.fromEntries(refused) as Json) }
}

const answer = (json: Json, { output }: Examples) => ({ schema: json, example: output(json) })

/** What an endpoint is about: the first word of its path; of our own ones, the first after that. */
function nounOf({ path }: Endpoint): string {
  const words = path.split('/').filter((word) => word && !word.startsWith('{'))
  const noun = words[0] === 'cairn' ? words[1] : words[0]
  return noun?.replace(/\..*/, '') ?? ''
}

function operation(name: string, endpoint: Endpoint, named: NamedSchemas): Json {
  const examples = examplesFor(endpoint, named)
  const { spec, decided } = endpoint
  const source = [
    ...(spec ? [`Specification ${spec}`] : []),
    ...(decided ? [`Decided: ${decided}`] : []),
  ].join('. ')
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [nounOf(endpoint)],
    'x-access': endpoint.access,
    description: `${source}. Access: ${endpoint.access}${endpoint.own ? ', below admin to what they made themselves' : ''}.`,
    parameters: parameters(name, endpoint, examples),
    ...requestBody(endpoint, examples),
    responses: responses(name, endpoint, examples),
    ...(endpoint.access === 'anyone' ? { security: [] } : {}),
  }
}

/** The contract as an OpenAPI 3.1 document. */
export function openapi(): Json {
  const paths: Record<string, Json> = {}
  const schemas = components()
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    const path = endpoint.path.replaceAll('{+', '{')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint, schemas),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cairn', version: 'v2', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/api/v2' }],
    security: [{ bearer: [] }, { basic: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic', description: 'The API key as the user name' },
      },
      responses: refusals,
    },
  }
}
