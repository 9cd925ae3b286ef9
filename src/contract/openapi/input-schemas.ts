/** A JSON Schema of the document. */
export type JsonSchema = Record<string, unknown>

/** Schemas of the document by name. */
export type NamedSchemas = Record<string, JsonSchema>

/** Resolves a schema that may be a reference. */
export function resolved(schema: JsonSchema, named: NamedSchemas): JsonSchema {
  const { $ref } = schema as { $ref?: string }
  return $ref ? resolved(named[$ref.split('/').at(-1) ?? ''] ?? {}, named) : schema
}

/** Returns the JSON Schema types of a value. */
function typesOf(value: unknown): string[] {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value]
}

/** Returns whether a value matches a schema; knows the keywords that the document uses. */
export function takes(schema: JsonSchema, value: unknown, named: NamedSchemas): boolean {
  const bare = resolved(schema, named)
  const branches = (bare.anyOf ?? bare.oneOf) as JsonSchema[] | undefined
  if (branches && !branches.some((branch) => takes(branch, value, named))) return false
  if (bare.const !== undefined && bare.const !== value) return false
  if (Array.isArray(bare.enum) && !bare.enum.includes(value)) return false
  const types = [bare.type ?? []].flat()
  if (types.length > 0 && !typesOf(value).some((type) => types.includes(type))) return false
  if (typeof value === 'string') return takesText(bare, value)
  if (Array.isArray(value)) return value.every((it) => takes(asSchema(bare.items), it, named))
  return typeof value !== 'object' || value === null || takesObject(bare, value, named)
}

const asSchema = (schema: unknown) => (typeof schema === 'object' ? schema : {}) as JsonSchema

function takesText(schema: JsonSchema, text: string): boolean {
  const {
    pattern = '',
    format,
    minLength = 0,
    maxLength = Infinity,
  } = schema as {
    pattern?: string
    format?: string
    minLength?: number
    maxLength?: number
  }
  if (format === 'uri' && !/^https?:/.test(text)) return false
  return new RegExp(pattern).test(text) && text.length >= minLength && text.length <= maxLength
}

function takesObject(schema: JsonSchema, value: object, named: NamedSchemas): boolean {
  const { properties = {}, required = [] } = schema as {
    properties?: NamedSchemas
    required?: string[]
  }
  return (
    required.every((name) => name in value) &&
    Object.entries(value).every(([name, it]) =>
      takes(properties[name] ?? asSchema(schema.additionalProperties), it, named),
    )
  )
}
