import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './index.ts'
import { problemBody } from './problem.ts'

type Json = Record<string, unknown>

const schema = (type: z.core.$ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any' })
  return rest
}

function parameters(endpoint: Endpoint): Json[] {
  const rules = (endpoint.params ? schema(endpoint.params, 'input').properties : {}) as Json
  const path = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: rules[name] ?? { type: 'string' },
  }))
  const { properties = {}, required = [] } = (
    endpoint.query ? schema(endpoint.query, 'input') : {}
  ) as { properties?: Record<string, Json>; required?: string[] }
  const query = Object.entries(properties).map(([name, type]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: type,
  }))
  return [...path, ...query]
}

function requestBody({ body }: Endpoint): Json {
  if (!body) return {}
  const json = schema(body.schema, 'input')
  if (body.kind === 'json') {
    return { requestBody: { content: { 'application/json': { schema: json } } } }
  }
  const file = { type: 'string', contentMediaType: 'application/octet-stream' }
  const parts = {
    type: 'object',
    properties: { [body.part]: json, [body.file.name]: file },
    required: [body.part],
  }
  return { requestBody: { content: { 'multipart/form-data': { schema: parts } } } }
}

const mediaTypes = { file: 'application/octet-stream', events: 'text/event-stream' } as const

function responses(endpoint: Endpoint): Json {
  const { response } = endpoint
  const content =
    typeof response === 'string'
      ? { [mediaTypes[response]]: {} }
      : { 'application/json': { schema: schema(response, 'output') } }
  const success = Object.fromEntries(
    endpoint.status.map((status) => [status, { description: 'Success', content }]),
  )
  return { ...success, default: { $ref: '#/components/responses/Problem' } }
}

function operation(name: string, endpoint: Endpoint): Json {
  const source = endpoint.spec ? `Specification ${endpoint.spec}` : `Decided: ${endpoint.decided}`
  return {
    operationId: name,
    summary: endpoint.summary,
    description: `${source}. Access: ${endpoint.access}.`,
    parameters: parameters(endpoint),
    ...requestBody(endpoint),
    responses: responses(endpoint),
    ...(endpoint.access === 'anyone' ? { security: [] } : {}),
  }
}

/** The contract as an OpenAPI 3.1 document. */
export function openapi(): Json {
  const paths: Record<string, Json> = {}
  for (const [name, endpoint] of Object.entries(endpoints) as [string, Endpoint][]) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operation(name, endpoint),
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cairn', version: 'v2', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: '/api/v2' }],
    security: [{ bearer: [] }, { basic: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic', description: 'The API key as the user name' },
      },
      responses: {
        Problem: {
          description: 'What was refused, and why',
          content: { 'application/json': { schema: schema(problemBody, 'output') } },
        },
      },
    },
  }
}
