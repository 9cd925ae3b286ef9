import { keyHeader } from '#web/api/curl.ts'
import type { Field, Named, Schema } from './schema.ts'

interface Content {
  content?: Record<string, { schema?: Schema; example?: unknown }>
}

interface RawOperation {
  operationId: string
  summary: string
  description: string
  tags: string[]
  'x-access': string
  'x-specification'?: string
  parameters: {
    name: string
    in: 'path' | 'query' | 'header'
    required: boolean
    description: string
    schema: Schema
    example: unknown
  }[]
  requestBody?: Content
  responses: Record<string, Content>
}

/** Used parts of our OpenAPI document. */
export interface OpenapiDocument {
  servers: [{ url: string }]
  paths: Record<string, Record<string, RawOperation>>
  components: { schemas: Named }
}

/** One endpoint, ready to be shown. */
export interface Operation {
  id: string
  method: string
  path: string
  noun: string
  summary: string
  /** Details of what it does, and who may call it. */
  description: string
  /** Section of the API specification; null for what it does not declare. */
  section: string | null
  /** A role, "account" or "anyone". */
  access: string
  pathParameters: Field[]
  queryParameters: Field[]
  body: { type: string; schema: Schema; example: unknown } | null
  answers: { status: string; type: string; schema: Schema | null; example: unknown }[]
}

/** The endpoints of a document, in its order. */
export function operationsOf(document: OpenapiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => operation(method, path, raw)),
  )
}

function operation(method: string, path: string, raw: RawOperation): Operation {
  const fields = (part: 'path' | 'query'): Field[] =>
    raw.parameters
      .filter((one) => one.in === part)
      .map(({ name, required, description, schema, example }) => ({
        name,
        isRequired: required,
        description,
        schema,
        example,
      }))
  const [body] = Object.entries(raw.requestBody?.content ?? {})
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    noun: raw.tags[0] ?? '',
    summary: raw.summary,
    description: raw.description,
    section: raw['x-specification'] ?? null,
    access: raw['x-access'],
    pathParameters: fields('path'),
    queryParameters: fields('query'),
    body: body ? { type: body[0], schema: body[1].schema ?? {}, example: body[1].example } : null,
    answers: Object.entries(raw.responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, { content }]) => answer(status, content)),
  }
}

function answer(status: string, content: Content['content']) {
  const all = Object.entries(content ?? {})
  return {
    status,
    type: all.map(([type]) => type).join(', '),
    schema: all[0]?.[1].schema ?? null,
    example: all[0]?.[1].example,
  }
}

/** Endpoints by noun; with a query only those in whose words all of its words are. */
export function groupsOf(
  operations: readonly Operation[],
  query: string,
): { noun: string; operations: Operation[] }[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = new Map<string, Operation[]>()
  for (const one of operations) {
    const text = `${one.id} ${one.method} ${one.path} ${one.summary} ${one.access}`.toLowerCase()
    if (!words.every((word) => text.includes(word))) continue
    groups.set(one.noun, [...(groups.get(one.noun) ?? []), one])
  }
  return [...groups].map(([noun, found]) => ({ noun, operations: found }))
}

/**
 * A call of an endpoint as a command line, with what it requires, from the document's examples.
 * @param org the reader's organization, in place of that of the examples
 */
export function exampleCall(operation: Operation, base: string, org?: string): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const { example } = operation.pathParameters.find((it) => it.name === name) ?? {}
    return encodeURIComponent(String((name === 'org' && org) || example))
  })
  const query = new URLSearchParams()
  for (const { name, isRequired, example } of operation.queryParameters) {
    if (isRequired) query.append(name, String([example].flat()[0]))
  }
  const search = query.size > 0 ? `?${query.toString()}` : ''
  const method = operation.method === 'GET' ? '' : ` -X ${operation.method}`
  const lines = [`curl${method} '${base}${path}${search}'`]
  if (operation.access !== 'anyone') lines.push(keyHeader)
  const { body } = operation
  if (body?.type === 'application/json') {
    lines.push("-H 'Content-Type: application/json'", `-d '${quoted(body.example)}'`)
  } else if (body) {
    for (const [name, value] of Object.entries(body.example as object)) {
      const isFile = body.schema.properties?.[name]?.contentMediaType !== undefined
      lines.push(
        isFile ? `-F "${name}=@\${FILE:?path of a file}"` : `-F '${name}=${quoted(value)}'`,
      )
    }
  }
  return lines.join(' \\\n  ')
}

/** JSON between single quotes of a shell. */
const quoted = (value: unknown) => JSON.stringify(value).replaceAll("'", String.raw`'\''`)
