import { anyText } from '#contract/openapi/text.ts'
import { counted } from '#domain/common/counted.ts'

/** A JSON Schema as our own OpenAPI document uses it. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  propertyNames?: Schema
  required?: string[]
  contentMediaType?: string
}

/** Schemas that have a name in the document. */
export type Named = Record<string, Schema>

/** A named thing in a request or an answer. */
export interface Field {
  name: string
  isRequired: boolean
  schema: Schema
  /** Of parameters: what it means, and what it could be. */
  description?: string
  example?: unknown
}

const isNull = (schema: Schema) => schema.type === 'null'

/** A schema without its `null` branch and its reference, and whether `null` is allowed. */
function plain(schema: Schema, named: Named): { schema: Schema; isNullable: boolean } {
  if (schema.$ref) return plain(named[schema.$ref.split('/').at(-1) ?? ''] ?? {}, named)
  const branches = schema.anyOf ?? schema.oneOf
  const others = branches?.filter((branch) => !isNull(branch))
  const [only] = others ?? []
  if (branches && only && others?.length === 1) {
    const { anyOf: _any, oneOf: _one, ...rest } = schema
    const inner = plain({ ...rest, ...only }, named)
    return { ...inner, isNullable: inner.isNullable || branches.length > 1 }
  }
  if (Array.isArray(schema.type) && schema.type.includes('null')) {
    const [type = 'null'] = schema.type.filter((one) => one !== 'null')
    return { schema: { ...schema, type }, isNullable: true }
  }
  return { schema, isNullable: false }
}

/** Type of a value, in words: "list of string", "GitCommitInfo". */
export function typeLabel(schema: Schema, named: Named): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'object'
  const [only, ...more] = (schema.anyOf ?? schema.oneOf ?? []).filter((it) => !isNull(it))
  if (only && more.length === 0) return typeLabel(only, named)
  const bare = plain(schema, named).schema
  const branches = (bare.anyOf ?? bare.oneOf)?.filter((branch) => !isNull(branch))
  if (branches) return [...new Set(branches.map((it) => typeLabel(it, named)))].join(' or ')
  if (bare.const !== undefined) return JSON.stringify(bare.const)
  if (bare.contentMediaType) return 'file'
  if (bare.type === 'array') return `list of ${typeLabel(bare.items ?? {}, named)}`
  if (bare.type === 'object' && !bare.properties && typeof bare.additionalProperties === 'object') {
    const value = typeLabel(bare.additionalProperties, named)
    return value === 'any JSON' ? 'object' : `object of ${value}`
  }
  return [bare.type ?? 'any JSON'].flat().join(' or ')
}

const maxSafe = Number.MAX_SAFE_INTEGER

/** Constraints on a value, one by one. */
export function rulesOf(schema: Schema, named: Named): string[] {
  const { schema: bare, isNullable } = plain(schema, named)
  const list = bare.type === 'array' ? rulesOf(bare.items ?? {}, named) : []
  const [min, max] = [bare.minimum, bare.maximum]
  const value = schema.default ?? bare.default
  return [
    ...(bare.enum ? [`one of ${bare.enum.filter((it) => it !== null).join(', ')}`] : []),
    ...(bare.pattern && bare.pattern !== anyText ? [`matches ${bare.pattern}`] : []),
    ...(bare.format === 'uri' ? ['a URL'] : []),
    ...(bare.minLength === undefined ? [] : [`at least ${counted(bare.minLength, 'character')}`]),
    ...(bare.maxLength === undefined ? [] : [`at most ${counted(bare.maxLength, 'character')}`]),
    ...(min === undefined || min === -maxSafe ? [] : [`at least ${min}`]),
    ...(max === undefined || max === maxSafe ? [] : [`at most ${max}`]),
    ...(bare.maxItems === undefined ? [] : [`at most ${counted(bare.maxItems, 'item')}`]),
    ...list.map((rule) => `each ${rule}`),
    ...(isNullable ? ['may be null'] : []),
    ...(value === undefined ? [] : [`default ${JSON.stringify(value)}`]),
  ]
}

/**
 * The fields inside a value, if it has named ones: of a list, those of its items. A schema that holds
 * itself, like any JSON, has none.
 * @param within references that lead here
 */
export function fieldsOf(
  schema: Schema,
  named: Named,
  within: readonly (string | undefined)[] = [],
): Field[] {
  if (schema.$ref && within.includes(schema.$ref)) return []
  const path = [...within, schema.$ref]
  const { schema: bare } = plain(schema, named)
  if (bare.type === 'array') return fieldsOf(bare.items ?? {}, named, path)
  if (bare.properties) {
    return Object.entries(bare.properties).map(([name, field]) => ({
      name,
      isRequired: bare.required?.includes(name) ?? false,
      schema: field,
    }))
  }
  if (typeof bare.additionalProperties === 'object') {
    return fieldsOf(bare.additionalProperties, named, path)
  }
  return []
}
