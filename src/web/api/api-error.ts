import type { ProblemCode } from '#contract/common/problem.ts'

/** A refused or failed request; status 0 means that the service could not be reached. */
export class ApiError extends Error {
  readonly status: number
  /** What went wrong, where the status does not say it alone. */
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
