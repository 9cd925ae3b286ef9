import { type Endpoint, statusesOf } from '#contract/common/endpoint.ts'
import type { JsonSchema, NamedSchemas } from './input-schemas.ts'

/** Matches texts without U+0000, which cannot be stored. */
export const anyText = String.raw`^[^\u0000]*$`

/** Free-form JSON by reference, since it is recursive. */
const anyJson = { $ref: '#/components/schemas/AnyJson' }

/** Free-form JSON without U+0000 in its texts and keys. */
export const anyJsonSchema: JsonSchema = {
  type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
  pattern: anyText,
  propertyNames: { pattern: anyText },
  additionalProperties: anyJson,
  items: anyJson,
}

/** Excludes U+0000 from every text in a schema of a request. */
export function storable(schema: JsonSchema): JsonSchema {
  if (Object.keys(schema).every((key) => key === 'description')) return { ...schema, ...anyJson }
  const { items, additionalProperties, properties, propertyNames } = schema
  const parts = Object.fromEntries(
    (['anyOf', 'oneOf', 'allOf'] as const)
      .filter((key) => Array.isArray(schema[key]))
      .map((key) => [key, (schema[key] as JsonSchema[]).map(storable)]),
  )
  // Unknown fields of an open object may not contain U+0000 either.
  const isOpen = [schema.type].flat().includes('object') && additionalProperties === undefined
  return {
    ...schema,
    ...parts,
    ...(isOpen && { propertyNames: { pattern: anyText }, additionalProperties: anyJson }),
    ...(isText(schema) && { pattern: anyText }),
    ...(takesAnyCharacter(schema) && { allOf: [{ pattern: anyText }] }),
    ...(isSchema(items) && { items: storable(items) }),
    ...(isSchema(propertyNames) && { propertyNames: storable(propertyNames) }),
    ...(isSchema(additionalProperties) && { additionalProperties: storable(additionalProperties) }),
    ...(isSchema(properties) && { properties: allStorable(properties as NamedSchemas) }),
  }
}

const allStorable = (schemas: NamedSchemas) =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, storable(schema)]))

const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null

const isText = ({ type, pattern, format, enum: values, const: only }: JsonSchema) =>
  [type].flat().includes('string') && !pattern && !format && !values && only === undefined

/** Returns whether a pattern allows any character somewhere. */
const takesAnyCharacter = ({ pattern }: JsonSchema) =>
  typeof pattern === 'string' &&
  !/u0000|\\p\{Cc\}/.test(pattern) &&
  (/\[\^|\\S/.test(pattern) || !/^\^.*\$$/.test(pattern))

/** Returns a sentence on who may call an endpoint. */
export function accessSentence({ access, own, roleFor }: Endpoint): string {
  if (access === 'anyone') return 'No key needed.'
  if (access === 'account') return 'Any key or session.'
  const limits = [
    ...(own ? ['; below admin, for what the caller created'] : []),
    ...(roleFor ? ['; a higher one for some values of the path'] : []),
  ]
  return `Role ${access} or above in the organization${limits.join('')}.`
}

/** Returns the description of a success response, by its status. */
export function successSentence(endpoint: Endpoint, code: 200 | 201): string {
  const { method, response } = endpoint
  if (response === 'file') return 'The file, as a download'
  if (response === 'export') return 'The rows that match, as a download in the format asked for'
  if (response === 'events') return 'A stream of server-sent events, until it ends or is closed'
  if (method === 'GET') return 'What was asked for'
  if (code === 201) return 'Accepted: something new was created'
  return statusesOf(endpoint).length > 1 ? 'Accepted: nothing new had to be created' : 'Done'
}
