import { plainField, plainRefusal } from '#contract/common/plain-reason.ts'
import type { ProblemCode } from '#contract/common/problem.ts'

/** A refused or failed request; status 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number
  /** Kind of problem, where the status does not say it alone. */
  readonly code: ProblemCode | null
  /** One text per refused field. */
  readonly errors: Record<string, string>
  /** Role that the request would have needed, on a 403. */
  readonly requiredRole: string | null
  readonly requestId: string | null
  /** On a 412: the record as somebody else left it, null when it is gone. */
  readonly current: unknown
  /** Seconds to wait, where the service says so. */
  readonly retryAfter: number | null

  constructor(fields: {
    status: number
    code?: ProblemCode | null | undefined
    message: string
    errors?: Record<string, string> | undefined
    requiredRole?: string | null | undefined
    current?: unknown
    requestId?: string | null
    retryAfter?: number | null
    cause?: unknown
  }) {
    super(fields.message, { cause: fields.cause })
    this.name = 'ApiError'
    this.status = fields.status
    this.code = fields.code ?? null
    this.errors = fields.errors ?? {}
    this.requiredRole = fields.requiredRole ?? null
    this.current = fields.current
    this.requestId = fields.requestId ?? null
    this.retryAfter = fields.retryAfter ?? null
  }

  /** Whether the same request may succeed later: no answer, overload, or a fault of the service. */
  get isTemporary(): boolean {
    return this.status === 0 || this.status === 429 || this.status >= 500
  }
}

/**
 * Ignores a temporary error of a list in its loader: the page is shown all the same, and
 * keeps the rows it has (`useListQuery`), or says itself that it has none.
 */
export function ignoreTemporaryError(error: unknown): void {
  if (!(error instanceof ApiError && error.isTemporary)) throw error
}

/**
 * Texts of a form after a failed submit: one for each field that the service refused, and one
 * for the form where none of its fields is to blame.
 */
export function refusalTexts<Field extends string>(
  error: unknown,
  fields: readonly Field[],
): { byField: [Field, string][]; whole: string | null } {
  if (!(error instanceof ApiError)) return { byField: [], whole: 'This could not be sent.' }
  const byField = fields.flatMap((field): [Field, string][] => {
    const text = error.errors[field]
    return text === undefined ? [] : [[field, plainRefusal(text)]]
  })
  const others = Object.entries(error.errors).filter(
    ([name]) => !fields.some((one) => one === name),
  )
  if (others.length > 0) {
    const texts = others.map(([path, text]) => `${plainField(path)}: ${plainRefusal(text)}`)
    return { byField, whole: texts.join('; ') }
  }
  if (byField.length > 0) return { byField, whole: null }
  if (error.requiredRole) return { byField, whole: `This needs the role ${error.requiredRole}.` }
  // The request may have arrived, and its answer be lost.
  const after = error.status === 0 ? 'Whether this was done is not known. ' : ''
  return {
    byField,
    whole: error.isTemporary
      ? `${error.message}. ${after}Your input is kept: try again.`
      : error.message,
  }
}

/** Why a preview of what was typed is refused; null where asking again may help. */
export const previewRefusal = (error: unknown): string | null =>
  error instanceof ApiError && error.isTemporary ? null : refusalTexts(error, []).whole
