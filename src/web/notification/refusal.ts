import { ApiError } from '../api/api-error.ts'
import { refusalTexts } from '../api/refusal-texts.ts'

/** What the service first has against a draft, or against a part of it; the form shows where. */
export function refusalOfDraft(error: unknown, part = /./): string {
  const names = error instanceof ApiError ? Object.keys(error.errors) : []
  const { byField, whole } = refusalTexts(
    error,
    names.filter((name) => part.test(name)),
  )
  return byField[0]?.[1] ?? whole ?? 'This could not be sent.'
}
