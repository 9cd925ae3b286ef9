import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemBody } from '#contract/problem.ts'
import { Problem, refusedField } from '../problem.ts'

/** The refusals that Fastify itself makes, by its error code. */
const known: Record<string, (error: FastifyError, request: FastifyRequest) => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new Problem(413, 'The request body is too large: the limit is 10 MB'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: (_error, request) =>
    refusedField(
      'Content-Length',
      'Input should be the size of the body',
      request.headers['content-length'],
    ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (_error, request) =>
    refusedField('Content-Type', 'Input should be a media type', request.headers['content-type']),
  FST_ERR_BAD_URL: (_error, request) =>
    refusedField('path', 'Input should be a well-formed path', request.url),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem(404, 'Not found'),
}

const unforeseen = new Problem(500, 'Internal error')

function problemOf(error: unknown, request: FastifyRequest): Problem | null {
  if (error instanceof Problem) return error
  const { code } = error as FastifyError
  return (code ? known[code]?.(error as FastifyError, request) : undefined) ?? null
}

/** Turns what was thrown into the wire's error body (wire.md 2.3); what nobody foresaw is logged. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error, request)
  if (!problem) request.log.error({ err: error }, 'unexpected failure')
  const { status, headers, message, errors, requiredRole, current } = problem ?? unforeseen
  const body: ProblemBody = { message }
  if (errors) body.errors = errors
  if (requiredRole) body.required_role = requiredRole
  if (current !== undefined) body.current = current
  // A download that failed before its first byte has set its own.
  for (const name of ['content-length', 'content-disposition']) reply.removeHeader(name)
  reply
    .code(status)
    .headers(headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}
