import type * as z from 'zod/mini'

type Def = z.core.$ZodTypeDef & {
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  shape?: Record<string, z.core.$ZodType>
}

const defOf = (schema: z.core.$ZodType) => schema._zod.def as Def

const known = new WeakMap<z.core.$ZodType, boolean>()

/** Returns whether a schema contains a list; others are not traversed. */
function hasLists(schema: z.core.$ZodType): boolean {
  const found = known.get(schema)
  if (found !== undefined) return found
  const { type, innerType, shape } = defOf(schema)
  const has =
    type === 'array' ||
    (innerType !== undefined && hasLists(innerType)) ||
    (shape !== undefined && Object.values(shape).some(hasLists))
  known.set(schema, has)
  return has
}

/** Returns the value with `[]` for each `null` that a client sent where the schema has a list. */
export function withEmptyLists(schema: z.core.$ZodType, value: unknown): unknown {
  const { type, innerType, element, shape } = defOf(schema)
  if (type === 'array' && value === null) return []
  if (value === null || value === undefined || !hasLists(schema)) return value
  if (innerType) return withEmptyLists(innerType, value)
  if (element && Array.isArray(value)) {
    return hasLists(element) ? value.map((item) => withEmptyLists(element, item)) : value
  }
  if (!shape || typeof value !== 'object') return value
  const lists = Object.keys(shape).filter(
    (key) => hasLists(shape[key]!) && Object.hasOwn(value, key),
  )
  const filled = lists.map((key) => [
    key,
    withEmptyLists(shape[key]!, (value as Record<string, unknown>)[key]),
  ])
  return { ...value, ...Object.fromEntries(filled) }
}
