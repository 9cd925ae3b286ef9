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
