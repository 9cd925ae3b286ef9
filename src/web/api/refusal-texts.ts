import { ApiError } from './api-error.ts'

/** Values are echoed for pipelines' logs; beside a field they stand there anyway. */
export const withoutEcho = (text: string) => text.split(' [input: ', 1)[0] ?? ''

/**
 * What a form shows after a failed submit: the text of each field that the service refused, and one
 * for the form where none of its fields is to blame.
 */
export function refusalTexts<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): { byField: [Field, string][]; whole: string | null } {
  if (!(error instanceof ApiError)) return { byField: [], whole: 'This could not be sent.' }
  const byField = fields.flatMap((field): [Field, string][] => {
    const text = error.errors[field]
    return text === undefined ? [] : [[field, withoutEcho(text)]]
  })
  const others = Object.entries(error.errors).filter(
    ([name]) => !fields.some((one) => one === name),
  )
  if (others.length > 0) {
    return { byField, whole: others.map(([name, text]) => `${name}: ${text}`).join('; ') }
  }
  if (byField.length > 0) return { byField, whole: null }
  if (error.requiredRole) return { byField, whole: `This needs the role ${error.requiredRole}.` }
  if (error.isTemporary) return { byField, whole: `${error.message}. Nothing was lost: try again.` }
  return { byField, whole: error.message }
}
