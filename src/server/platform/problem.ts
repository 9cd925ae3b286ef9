import type { Role } from '#contract/common/endpoint.ts'
import {
  describeIssue,
  type ValidationProblem,
  refusalPath,
  refusalText,
} from '#contract/common/validation-message.ts'
import { type ProblemCode, validationFailed } from '#contract/common/problem.ts'
import type * as z from 'zod/mini'

/** A refusal for the caller: server code throws it, `http/problem-response.ts` answers it. */
export class Problem extends Error {
  readonly status: number
  /** The cause, where the status does not say it alone. */
  readonly code: ProblemCode | undefined
  readonly errors: Record<string, string> | undefined
  readonly headers: Record<string, string>
  readonly requiredRole: Role | undefined
  /** For a stale `If-Match`: the current record. */
  readonly current: object | null | undefined

  constructor(
    status: number,
    message: string,
    more: {
      code?: ProblemCode
      errors?: Record<string, string>
      headers?: Record<string, string>
      requiredRole?: Role
      current?: object | null
    } = {},
  ) {
    super(message)
    this.status = status
    this.code = more.code
    this.errors = more.errors
    this.headers = more.headers ?? {}
    this.requiredRole = more.requiredRole
    this.current = more.current
  }
}

/** Maximum of reported refusals. */
const maxRefusals = 50

/** The API's validation error for refused fields; `whole` names the input itself. */
export function validationProblem(refusals: readonly ValidationProblem[], whole = 'body'): Problem {
  const errors: Record<string, string> = Object.create(null)
  for (const refusal of refusals.slice(0, maxRefusals)) {
    const field = refusalPath(refusal) || whole
    errors[field] =
      field in errors ? `${errors[field]}; ${refusalText(refusal)}` : refusalText(refusal)
  }
  return new Problem(400, validationFailed, { errors })
}

/** The validation error for one field. */
export function fieldProblem(field: string, reason: string, input?: unknown): Problem {
  return validationProblem([{ path: [field], reason, input }])
}

/** The validation error for a file that people wrote: all problems, then the line of the first. */
export function refusedFile(
  field: string,
  text: string,
  problems: readonly { line: number; text: string }[],
): Problem {
  const line = text.split('\n')[(problems[0]?.line ?? 1) - 1]?.trim()
  return fieldProblem(field, problems.map((one) => one.text).join('; '), line ?? '')
}

/** The validation error for a schema's issues. */
export function schemaProblem(issues: readonly z.core.$ZodIssue[], whole = 'body'): Problem {
  return validationProblem(describeIssue(issues), whole)
}

/** The refusal of what exists already. */
export const alreadyExists = (message: string) =>
  new Problem(400, message, { code: 'already_exists' })

/** The refusal of a name that another record has. */
export function nameTaken(reason: string, name: string): Problem {
  const { message, errors = {} } = fieldProblem('name', reason, name)
  return new Problem(400, message, { code: 'already_exists', errors })
}

export const notFound = (message: string, code?: ProblemCode) => new Problem(404, message, { code })
