import type { Refusal } from '#contract/issue.ts'
import type * as z from 'zod/mini'
import { findUnstorable } from '../text.ts'

type Shape = Record<string, z.core.$ZodType>
type Def = z.core.$ZodTypeDef & {
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  format?: string
}

/** A schema without its optional, nullable and default wrappers. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = (schema._zod.def as Def).innerType
  return inner ? unwrap(inner) : schema
}

type Decoded = { value: unknown } | { reason: string }

function decodeOne(schema: z.core.$ZodType, text: string): Decoded {
  const def = schema._zod.def as Def
  if (def.type === 'number') {
    const isInteger = def.format === 'safeint'
    const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
    if (isInteger ? Number.isSafeInteger(number) : Number.isFinite(number)) return { value: number }
    return { reason: `Input should be a valid ${isInteger ? 'integer' : 'number'}` }
  }
  if (def.type === 'boolean') {
    if (/^(true|1)$/i.test(text)) return { value: true }
    if (/^(false|0)$/i.test(text)) return { value: false }
    return { reason: 'Input should be a valid boolean' }
  }
  return { value: text }
}

/**
 * Turns query text into the values of a schema: numbers, booleans, repeated parameters as lists.
 * An empty value is an absent one (wire.md 6); of a parameter that is no list, the last one counts.
 */
export function decodeQuery(
  schema: z.ZodMiniObject,
  query: URLSearchParams,
): { values: Record<string, unknown>; refusals: Refusal[] } {
  const values: Record<string, unknown> = {}
  const refusals: Refusal[] = []
  for (const [name, wrapped] of Object.entries(schema.shape as Shape)) {
    const texts = query.getAll(name).filter((text) => text !== '')
    if (texts.length === 0) continue
    const field = unwrap(wrapped)
    const element = (field._zod.def as Def).element
    const decoded: unknown[] = []
    for (const text of element ? texts : texts.slice(-1)) {
      const unstorable = findUnstorable(text, [name])
      const result = decodeOne(element ? unwrap(element) : field, text)
      if (unstorable.length) refusals.push(...unstorable)
      else if ('reason' in result)
        refusals.push({ path: [name], reason: result.reason, input: text })
      else decoded.push(result.value)
    }
    values[name] = element ? decoded : decoded[0]
  }
  return { values, refusals }
}
