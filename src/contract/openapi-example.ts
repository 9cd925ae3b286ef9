import { exampleInstant, exampleValues } from './openapi-example-values.ts'

import { type JsonSchema, type NamedSchemas, resolved, takes } from './openapi-takes.ts'

/** Depth at which examples stop to fill lists and what may be left out. */
const maxDepth = 6

/** What an example is for. */
interface Purpose {
  /** What the endpoint is about: some fields are named alike and hold something else. */
  noun: string
  /** All of a value, as an answer has it; else what is required, and what has a value by name. */
  isWhole: boolean
  named: NamedSchemas
}

/** A value that a schema takes, as it could be in one company. */
export function exampleOf(schema: JsonSchema, to: Purpose, name = '', depth = 0): unknown {
  const bare = resolved(schema, to.named)
  if (bare.const !== undefined) return bare.const
  const known = valuesOf(name, to).find((value) => takes(bare, value, to.named))
  if (known !== undefined) return known
  if (Array.isArray(bare.allOf)) {
    const parts = (bare.allOf as JsonSchema[]).map((part) => exampleOf(part, to, name, depth))
    return Object.assign({}, ...parts) as unknown
  }
  const branch = branchOf(bare)
  if (branch) return exampleOf(branch, to, name, depth)
  if (Array.isArray(bare.enum)) return bare.enum[0]
  const type = [bare.type].flat().find((one) => one !== 'null')
  if (type === 'object') return exampleObject(bare, to, depth)
  if (type === 'array') {
    const isShort = depth > maxDepth && !bare.minItems
    const items = (bare.items ?? {}) as JsonSchema
    return isShort ? [] : [exampleOf(items, to, name.replace(/s$/, ''), depth + 1)]
  }
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') return exampleNumber(bare, name)
  if (type === 'string') return exampleText(bare, name)
  return bare.type === 'null' ? null : {}
}

const valuesOf = (name: string, { noun }: Purpose) => [
  ...(exampleValues[`${noun}.${name}`] ?? []),
  ...(exampleValues[name] ?? []),
]

/** The branch that says the most: not `null`. */
function branchOf(schema: JsonSchema): JsonSchema | undefined {
  const branches = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  return branches?.find(({ type }) => type !== 'null') ?? branches?.[0]
}

function exampleObject(schema: JsonSchema, to: Purpose, depth: number): JsonSchema {
  const { properties, required = [] } = schema as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  if (!properties) {
    const value = schema.additionalProperties
    if (typeof value !== 'object' || value === null || depth > maxDepth) return {}
    const keys = (schema.propertyNames ?? { type: 'string' }) as JsonSchema
    const key = String(exampleOf({ ...keys, type: 'string' }, to, 'flow', depth + 1))
    return { [key]: exampleOf(value as JsonSchema, to, '', depth + 1) }
  }
  const shown = Object.entries(properties).filter(([name]) => {
    if (required.includes(name) || (depth === 0 && required.length === 0)) return true
    return depth <= maxDepth && (to.isWhole || (depth < 2 && name in exampleValues))
  })
  return Object.fromEntries(
    shown.map(([name, field]) => [name, exampleOf(field, to, name, depth + 1)]),
  )
}

function exampleNumber(schema: JsonSchema, name: string): number {
  const { minimum = 0, exclusiveMinimum, maximum } = schema as Record<string, number | undefined>
  const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1
  return Math.min(Math.max(exampleInstant(name) ?? 1, least), maximum ?? Infinity)
}

function exampleText(schema: JsonSchema, name: string): string {
  const spelt = name.replaceAll(/[^a-zA-Z0-9]+/g, '-') || 'text'
  const candidates = [
    ...(schema.format === 'uri' ? ['https://ci.acme.example/builds/4711'] : []),
    spelt,
    ...['fingerprint', 'sha1', 'id', 'flow', 'snapshot_expression', 'environment'].flatMap(
      (other) => exampleValues[other] as string[],
    ),
  ]
  return candidates.find((text) => takes(schema, text, {})) ?? spelt
}
