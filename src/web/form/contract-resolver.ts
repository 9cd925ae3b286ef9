import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'
import { plainReason } from '#contract/common/plain-reason.ts'
import { describeIssue } from '#contract/common/validation-message.ts'

/**
 * Checks a form by a schema of the contract, in words for people. The library's resolver
 * takes messages from the schema, and those of `zod/mini` say only "Invalid input".
 */
export function contractResolver<Values extends FieldValues>(
  schema: z.ZodMiniType<Values, Values>,
): Resolver<Values> {
  return (values) => {
    const result = z.safeParse(schema, values, { reportInput: true })
    if (result.success) return { values: result.data, errors: {} }
    const errors: Record<string, unknown> = {}
    for (const { path, reason, input } of describeIssue(result.error.issues)) {
      put(errors, path, plainReason(reason, input))
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}

/** Sets the error at a path, as nested as the values are; the first of a field stays. */
function put(errors: Record<string, unknown>, path: readonly PropertyKey[], message: string) {
  const [key, ...rest] = path.map(String)
  if (key === undefined) return
  if (!Object.hasOwn(errors, key)) {
    const value = rest.length === 0 ? { type: 'contract', message } : {}
    const own = { enumerable: true, configurable: true, writable: true }
    Object.defineProperty(errors, key, { value, ...own })
  }
  if (rest.length > 0) put(errors[key] as Record<string, unknown>, rest, message)
}
