import { type Endpoint, idempotencyHeader, takesIdempotencyKey } from '#contract/common/endpoint.ts'
import { maxLengths, patterns } from '#contract/common/fields.ts'
import { pathParameter } from '#contract/common/problem.ts'
import { parameterDescriptions } from './descriptions.ts'
import { takesIfMatch } from './error-responses.ts'
import type { JsonSchema, NamedSchemas } from './input-schemas.ts'
import { storable } from './text.ts'

/** Schemas of an endpoint's parameters, and the generator of examples. */
interface ParameterSchemas {
  path: NamedSchemas
  query: { properties: NamedSchemas; required: string[] }
  idempotencyKey: JsonSchema
  example: (schema: JsonSchema, name: string) => unknown
}

/** Returns the parameters of an endpoint as the document lists them. */
export function parametersOf(endpoint: Endpoint, schemas: ParameterSchemas) {
  const { name: operation } = endpoint
  const path = [...endpoint.path.matchAll(pathParameter)].map(([, rest, name = '']) => {
    const schema = {
      minLength: 1,
      ...withRules(operation, name, schemas.path[name] ?? pathSchema(operation, name)),
    }
    return {
      name,
      in: 'path',
      required: true,
      description: `${describe(name, endpoint, schema)}${rest ? ': slashes may stand in it as they are' : ''}`,
      schema,
      example: schemas.example(schema, name),
    }
  })
  const query = Object.entries(schemas.query.properties).map(([name, type]) => {
    const required = schemas.query.required.includes(name)
    const schema = bounded(
      required ? requiredSchema(operation, name, type) : optionalSchema(operation, name, type),
    )
    return {
      name,
      in: 'query',
      required,
      // An empty value counts as absent.
      ...(!required && { allowEmptyValue: true }),
      description: describe(name, endpoint, schema),
      schema,
      example: schemas.example(schema, name),
    }
  })
  const match = {
    name: 'If-Match',
    in: 'header',
    required: false,
    description: 'ETag of the record as it was read: refused if it changed since',
    schema: { type: 'string' },
    example: '"3q2-7wAAAAAAAAAAAAAAAA"',
  }
  const key = {
    name: idempotencyHeader,
    in: 'header',
    required: false,
    description: 'Names this call: sent again within 24 hours, it is answered as the first time',
    schema: schemas.idempotencyKey,
    // Differs by operation: a key is refused for a second, different call.
    example: `${operation}-4711`,
  }
  return [
    ...path,
    ...query,
    ...(takesIdempotencyKey(endpoint) ? [key] : []),
    ...(takesIfMatch(operation) ? [match] : []),
  ]
}

const withRules = (operation: string, name: string, schema: JsonSchema) =>
  storable({ ...schema, ...(!schema.pattern && parameterRules(operation, name)) })

/** Adds the maximum length to texts of queries. */
function bounded(schema: JsonSchema): JsonSchema {
  const { type, items } = schema as { type?: string | string[]; items?: JsonSchema }
  if (items) return { ...schema, items: bounded(items) }
  const isText = [type].flat().includes('string') && !schema.enum
  return { ...(isText && { maxLength: maxLengths.text }), ...schema }
}

/** Returns the schema of a required parameter, which may not be empty. */
function requiredSchema(operation: string, name: string, schema: JsonSchema): JsonSchema {
  const rules = withRules(operation, name, schema)
  if (schema.type !== 'array') return { minLength: 1, ...rules }
  return { minItems: 1, ...rules, items: { minLength: 1, ...(rules.items as JsonSchema) } }
}

/** Returns the schema of an optional parameter; null is an empty value. */
function optionalSchema(operation: string, name: string, schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema as { anyOf?: JsonSchema[] }
  const only = anyOf?.find(({ type }) => type !== 'null') ?? {}
  const bare = withRules(operation, name, { ...rest, ...only })
  const types = [bare.type].flat().filter((type) => type !== 'null')
  return {
    ...bare,
    type: [...types, 'null'],
    ...(Array.isArray(bare.enum) && { enum: [...(bare.enum as unknown[]), null] }),
  }
}

const instant = String.raw`[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]`
const ago = String.raw`[0-9]{1,15}\.(hour|day|week|month)s?\.ago`
const suffix = String.raw`#-?[0-9]{1,15}|~[0-9]{1,15}|@\{(${instant}|${ago})\}`
const side = '(~?[0-9]{1,15}|NOW)?'
const rangeEnd = { pattern: '^(NOW|[0-9]{1,15}((hour|day|week|month)s?)?)$' }
const fullExpression = { pattern: String.raw`^[^#~@\u0000]+(${suffix})?$` }

const expression = { pattern: `^(-?[0-9]{1,15}|${suffix})$` }

/** Patterns of parameters that handlers parse by a grammar of their own, by name. */
const rules: Record<string, { pattern: string }> = {
  base: fullExpression,
  end: rangeEnd,
  head: fullExpression,
  interval: { pattern: String.raw`^${side}(\.\.${side})?$` },
  snappish1: fullExpression,
  snappish2: fullExpression,
  snapshot: expression,
  'canDeploy.snapshot': fullExpression,
  snapshot_expression: expression,
  start: rangeEnd,
}

/** Returns the pattern of a parameter; some of the same name differ between operations. */
const parameterRules = (operation: string, name: string) =>
  rules[`${operation}.${name}`] ?? rules[name]

/** Patterns of path parameters by name, also with an operation: most fingerprints may be prefixes. */
const pathRules: Record<string, { pattern: string }> = {
  'assertArtifact.fingerprint': { pattern: '^[a-f0-9]{64}$' },
  'disallowArtifact.fingerprint': { pattern: '^[a-f0-9]{64}$' },
  fingerprint: { pattern: '^[a-f0-9]{5,64}$' },
  git_commit: { pattern: patterns.anyCommit.source },
}

const pathSchema = (operation: string, name: string): JsonSchema => ({
  type: 'string',
  ...(pathRules[`${operation}.${name}`] ?? pathRules[name]),
})

/** Describes a parameter; a fingerprint by whether its pattern takes a prefix, where it has one. */
function describe(name: string, endpoint: Endpoint, { pattern }: JsonSchema): string {
  const description = parameterDescriptions(name, endpoint)
  if (name !== 'fingerprint') return description
  const lengths = /\{[0-9,]+\}/.exec(String(pattern))?.[0]
  if (lengths === '{5,64}') return `${description}, or its first characters, from 5 on`
  return lengths === '{64}' ? `${description}, whole` : description
}
