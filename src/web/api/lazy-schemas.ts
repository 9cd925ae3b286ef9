// Target of `zod/mini` in what browsers load: the schemas of all pages come with the first one, and to
// build them took longer than all else that its scripts do at their start.
import * as z from 'zod/v4-mini'

export * from 'zod/v4-mini'

/** A declaration: a schema, or a check of one. */
type Declared = z.ZodMiniType | z.core.$ZodCheck<never>

/** Returns what a function makes, which makes it once something of it is read. */
// @__NO_SIDE_EFFECTS__
function later<Made extends Declared>(make: () => Made): Made {
  let made: Made | undefined
  const read = () => (made ??= make())
  return new Proxy({} as Made, {
    get(_, name) {
      // Checks are added to most schemas where they are declared.
      if (name !== 'check') return Reflect.get(read(), name) as unknown
      return (...checks: z.core.CheckFn<unknown>[]) =>
        later(() => (read() as z.ZodMiniType).check(...checks))
    },
    has: (_, name) => Reflect.has(read(), name),
  })
}

// @__NO_SIDE_EFFECTS__
const lazily = <Make extends (...args: never[]) => Declared>(make: Make) =>
  ((...args: Parameters<Make>) => later(() => make(...args))) as unknown as Make

export const _default = lazily(z._default)
export const array = lazily(z.array)
export const boolean = lazily(z.boolean)
export const discriminatedUnion = lazily(z.discriminatedUnion)
export const extend = lazily(z.extend)
export const gte = lazily(z.gte)
export const int = lazily(z.int)
export const literal = lazily(z.literal)
export const looseObject = lazily(z.looseObject)
export const lte = lazily(z.lte)
export const maxLength = lazily(z.maxLength)
export const minLength = lazily(z.minLength)
export const nullable = lazily(z.nullable)
export const number = lazily(z.number)
export const object = lazily(z.object)
export const omit = lazily(z.omit)
export const optional = lazily(z.optional)
export const partial = lazily(z.partial)
export const pick = lazily(z.pick)
export const record = lazily(z.record)
export const refine = lazily(z.refine)
export const regex = lazily(z.regex)
export const strictObject = lazily(z.strictObject)
export const string = lazily(z.string)
export const toLowerCase = lazily(z.toLowerCase)
export const union = lazily(z.union)
export const unknown = lazily(z.unknown)
export const url = lazily(z.url)
const enumeration = lazily(z.enum)
export { enumeration as enum }
