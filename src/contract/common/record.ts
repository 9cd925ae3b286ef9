import * as z from 'zod/mini'

type Key = z.ZodMiniType<string, string>
type Payload = z.core.ParsePayload<Record<string, unknown>>

const proto = '__proto__'

/**
 * Declares values by names that users choose. Unlike `z.record` it keeps a key `__proto__`, which is
 * a name like any other, so that no input is lost silently.
 */
// @__NO_SIDE_EFFECTS__
export function record<K extends Key, V extends z.ZodMiniType>(key: K, value: V) {
  const schema = z.record(key, value)
  const { run } = schema._zod
  const runWithProto = (payload: z.core.ParsePayload, context: z.core.ParseContextInternal) => {
    const given = payload.value as Record<string, unknown> | null
    const result = run(payload, context) as Payload
    if (typeof given !== 'object' || given === null || !Object.hasOwn(given, proto)) return result
    const named = z.safeParse(key, proto, { reportInput: true })
    const entry = value._zod.run({ value: given[proto], issues: [] }, context) as Payload
    if (named.error) {
      const { issues } = named.error
      const [input, path] = [proto, [proto]]
      result.issues.push({ code: 'invalid_key', origin: 'record', issues, input, path })
    }
    result.issues.push(...z.core.util.prefixIssues(proto, entry.issues))
    const own = { enumerable: true, configurable: true, writable: true }
    Object.defineProperty(result.value, proto, { value: entry.value, ...own })
    return result
  }
  schema._zod.run = runWithProto as typeof run
  schema._zod.parse = runWithProto as typeof run
  return schema
}
