import type { JsonSchema, NamedSchemas } from './input-schemas.ts'

/** Any text but U+0000, which nothing can store. */
export const anyText = String.raw`^[^\u0000]*$`

/** What free-form JSON is, wherever the contract takes any: by reference, since it nests. */
const anyJson = { $ref: '#/components/schemas/AnyJson' }

/** Free-form JSON without U+0000 in its texts and keys. */
export const anyJsonSchema: JsonSchema = {
  type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
  pattern: anyText,
  propertyNames: { pattern: anyText },
  additionalProperties: anyJson,
  items: anyJson,
}

/** A schema of what clients send that says of every text in it what can be stored. */
export function storable(schema: JsonSchema): JsonSchema {
  if (Object.keys(schema).every((key) => key === 'description')) return { ...schema, ...anyJson }
  const { items, additionalProperties, properties, propertyNames } = schema
  const parts = Object.fromEntries(
    (['anyOf', 'oneOf', 'allOf'] as const)
      .filter((key) => Array.isArray(schema[key]))
      .map((key) => [key, (schema[key] as JsonSchema[]).map(storable)]),
  )
  // What a body may hold beside the fields that are known is kept from U+0000, too.
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

/** A pattern that leaves open, somewhere, which characters a text holds. */
const takesAnyCharacter = ({ pattern }: JsonSchema) =>
  typeof pattern === 'string' &&
  !/u0000|\\p\{Cc\}/.test(pattern) &&
  (/\[\^|\\S/.test(pattern) || !/^\^.*\$$/.test(pattern))
