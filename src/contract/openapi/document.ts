import * as z from 'zod/mini'
import { artifact } from '#contract/artifact/artifact.ts'
import { attestation, attestationLinks, decision } from '#contract/attestation/attestation.ts'
import { overrideInEffect } from '#contract/attestation/override-in-effect.ts'
import { type Endpoint, idempotencyKey, statusesOf } from '#contract/common/endpoint.ts'
import { annotations, externalUrls } from '#contract/common/fields.ts'
import { gitCommitInfo, repoInfo } from '#contract/common/git.ts'
import { pagination } from '#contract/common/pagination.ts'
import { problemBody, problemCode } from '#contract/common/problem.ts'
import { control, controlScope, createControl } from '#contract/control/control.ts'
import { customType } from '#contract/custom-type/custom-type.ts'
import { endpoints } from '#contract/endpoints.ts'
import { putEnvironment } from '#contract/environment/environment.ts'
import { flow } from '#contract/flow/flow.ts'
import { repo } from '#contract/repo/repo.ts'
import { trail, trailListItem } from '#contract/trail/trail.ts'
import { attestationStatus, complianceStatus } from '#contract/verdict/compliance-status.ts'
import { policyEvaluation } from '#contract/verdict/policy-evaluation.ts'
import { qualifiers } from '#contract/verdict/qualifiers.ts'
import { bodyRules, type NamedSchemas } from './input-schemas.ts'
import { parseDescribed } from './descriptions.ts'
import { textOf } from './endpoint-texts.ts'
import { describedCodes } from './problem-codes.ts'
import { refusals, refusalsOf } from './error-responses.ts'
import { exampleOf } from './examples.ts'
import { headers, successHeaders } from './headers.ts'
import { parametersOf } from './parameters.ts'
import { accessSentence, anyJsonSchema, storable, successSentence } from './text.ts'

type Json = Record<string, unknown>

/** Schemas that have a name in the document; the others are inlined. */
const named = {
  Annotations: annotations,
  Artifact: artifact,
  Attestation: attestation,
  AttestationLinks: attestationLinks,
  AttestationStatus: attestationStatus,
  ComplianceStatus: complianceStatus,
  Control: control,
  ControlPostInput: createControl.body.schema,
  ControlScope: controlScope,
  CreateEnvironmentPutInput: putEnvironment.body.schema,
  CustomAttestationType: customType,
  Decision: decision,
  ExternalUrls: externalUrls,
  Flow: flow,
  GitCommitInfo: gitCommitInfo,
  OverrideInEffect: overrideInEffect,
  Pagination: pagination,
  PolicyEvaluation: policyEvaluation,
  Problem: problemBody,
  Qualifiers: qualifiers,
  Repo: repo,
  RepoInfo: repoInfo,
  Trail: trail,
  TrailListItem: trailListItem,
}
/** Named schemas that clients send. */
const sent = [
  'Annotations',
  'ControlPostInput',
  'ControlScope',
  'CreateEnvironmentPutInput',
  'ExternalUrls',
  'GitCommitInfo',
  'RepoInfo',
] satisfies (keyof typeof named)[]
const names = z.registry<{ id: string }>()
for (const [id, type] of Object.entries(named)) names.add(type, { id })

/** Returns the `params.pattern` of a custom check: its function cannot be documented. */
const patternOf = ({ checks = [] }: z.core.$ZodTypeDef) =>
  checks
    .map(({ _zod }) => (_zod.def as z.core.$ZodCustomDef).params?.pattern as string | undefined)
    .find((pattern) => pattern !== undefined)

/** Responses may gain keys; only strict request schemas exclude additional properties. */
const settings = {
  unrepresentable: 'any',
  metadata: names,
  override({ zodSchema, jsonSchema }) {
    const { def } = zodSchema._zod
    const pattern = patternOf(def)
    if (pattern) jsonSchema.pattern = pattern
    if (zodSchema === problemCode) jsonSchema.description = describedCodes
    if ('catchall' in def && def.catchall) return
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  },
} satisfies Parameters<typeof z.toJSONSchema>[1]

/** Returns the JSON Schema of a type, with references to named ones. */
function schema(type: z.core.$ZodType, io: 'input' | 'output'): Json {
  const text = JSON.stringify(z.toJSONSchema(type, { io, ...settings })).replaceAll(
    '#/$defs/',
    '#/components/schemas/',
  )
  const { $schema: _dialect, $defs: _named, ...rest } = parseDescribed(text) as Json
  return rest
}

/** Returns the named schemas. */
function components(): NamedSchemas {
  const all = z.toJSONSchema(z.object(named), settings)
  const text = JSON.stringify(all.$defs).replaceAll('#/$defs/', '#/components/schemas/')
  const schemas = parseDescribed(text) as NamedSchemas
  for (const name of sent) schemas[name] = storable(schemas[name] ?? {})
  return { ...schemas, AnyJson: anyJsonSchema }
}

/** Returns generators of examples for requests and responses of an endpoint. */
function examplesFor(endpoint: Endpoint, named: NamedSchemas) {
  const noun = nounOf(endpoint)
  return {
    input: (type: Json, name = '') => exampleOf(type, { noun, named, isWhole: false }, name),
    output: (type: Json) => exampleOf(type, { noun, named, isWhole: true }, 'answer'),
  }
}
type Examples = ReturnType<typeof examplesFor>

function parameters(endpoint: Endpoint, examples: Examples): Json[] {
  const { params, query } = endpoint
  const { properties: path = {} } = (params ? schema(params, 'input') : {}) as Properties
  const { properties = {}, required = [] } = (query ? schema(query, 'input') : {}) as Properties
  return parametersOf(endpoint, {
    path,
    query: { properties, required },
    idempotencyKey: schema(idempotencyKey, 'input'),
    example: examples.input,
  })
}

interface Properties {
  properties?: NamedSchemas
  required?: string[]
}

function requestBody({ name, body }: Endpoint, examples: Examples): Json {
  if (!body) return {}
  const rules = bodyRules[name]
  const json = storable({ ...schema(body.schema, 'input'), ...(rules && { allOf: rules }) })
  if (body.kind === 'json') {
    const content = { schema: orNull(json), example: examples.input(json) }
    return {
      requestBody: {
        required: needsFields(json) || '$ref' in json,
        content: { 'application/json': content },
      },
    }
  }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const parts = {
    type: 'object',
    properties: { [body.part]: json, [body.file.name]: file },
    required: [body.part, ...(body.file.required ? [body.file.name] : [])],
  }
  const example = {
    [body.part]: examples.input(json),
    [body.file.name]: examples.input({ type: 'string' }, body.file.name),
  }
  const content = { 'multipart/form-data': { schema: parts, example } }
  return { requestBody: { required: true, content } }
}

/** Whether a JSON body must have fields, by its own schema or by a rule beside it. */
const needsFields = ({ required, allOf, anyOf }: Json): boolean =>
  required !== undefined ||
  ((allOf ?? []) as Json[]).some(needsFields) ||
  (Array.isArray(anyOf) && (anyOf as Json[]).every(needsFields))

/** Allows null for a JSON body without required fields: it counts as an empty object. */
const orNull = (json: Json): Json =>
  json.type === 'object' && !needsFields(json) ? { ...json, type: ['object', 'null'] } : json

const mediaTypes = {
  file: ['application/octet-stream'],
  export: ['text/csv', 'application/x-ndjson', 'application/json'],
  events: ['text/event-stream'],
} as const

function responses(endpoint: Endpoint, examples: Examples): Json {
  const { response } = endpoint
  const content =
    typeof response === 'string'
      ? Object.fromEntries((endpoint.media ?? mediaTypes[response]).map((type) => [type, {}]))
      : { 'application/json': answer(schema(response, 'output'), examples) }
  const success = Object.fromEntries(
    statusesOf(endpoint).map((status) => [
      status,
      {
        description: successSentence(endpoint, status),
        headers: successHeaders(endpoint),
        content,
      },
    ]),
  )
  const refused = Object.entries(refusalsOf(endpoint)).map(([status, refusal]) => [
    status,
    { $ref: `#/components/responses/${refusal}` },
  ])
  return { ...success, ...(Object.fromEntries(refused) as Json) }
}

const answer = (json: Json, { output }: Examples) => ({ schema: json, example: output(json) })

/** Returns the noun of an endpoint: the first segment of its path, after `cairn`. */
function nounOf({ path }: Endpoint): string {
  const segments = path.split('/').filter((word) => word && !word.startsWith('{'))
  const noun = segments[0] === 'cairn' ? segments[1] : segments[0]
  return noun?.replace(/\..*/, '') ?? ''
}

function operation(endpoint: Endpoint, named: NamedSchemas): Json {
  const examples = examplesFor(endpoint, named)
  const { summary, description, spec } = textOf(endpoint)
  return {
    operationId: endpoint.name,
    summary,
    tags: [nounOf(endpoint)],
    'x-access': endpoint.access,
    ...(spec && { 'x-specification': spec }),
    description: `${description} ${accessSentence(endpoint)}`,
    parameters: parameters(endpoint, examples),
    ...requestBody(endpoint, examples),
    responses: responses(endpoint, examples),
    ...(endpoint.access === 'anyone' ? { security: [] } : {}),
  }
}

/** Generates an OpenAPI 3.1 document of endpoints, by default of the whole contract. */
export function openapi(
  shown: Readonly<Record<string, Endpoint>> = endpoints,
  title = 'Cairn',
): Json {
  const paths: Record<string, Json> = {}
  const schemas = components()
  for (const endpoint of Object.values(shown)) {
    const path = endpoint.path.replaceAll('{+', '{')
    const method = endpoint.method.toLowerCase()
    paths[path] = { ...paths[path], [method]: operation(endpoint, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: { title, version: 'v2', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/api/v2' }],
    security: [{ bearer: [] }, { basic: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic', description: 'The API key as the user name' },
      },
      headers,
      responses: refusals,
    },
  }
}
