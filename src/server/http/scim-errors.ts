import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ScimErrorType, ScimRefusal } from '#domain/scim/scim-refusal.ts'
import { problemOf, unforeseen } from './problem-response.ts'

/** The media type of SCIM, RFC 7644, section 8.1. */
export const scimType = 'application/scim+json'

/** Answers an error as SCIM has it, RFC 7644, section 3.12; unexpected ones are logged. */
export function sendScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, kind, detail, headers } = describe(error, request)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  reply
    .code(status)
    .headers(headers)
    .type(`${scimType}; charset=utf-8`)
    .send(
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        ...(kind && { scimType: kind }),
        detail,
      }),
    )
}

function describe(error: unknown, request: FastifyRequest) {
  if (error instanceof ScimRefusal)
    return { status: error.status, kind: error.scimType, detail: error.message, headers: {} }
  const problem = problemOf(error, request)
  if (!problem) request.log.error({ err: error }, 'unexpected failure')
  const { status, message, errors, headers } = problem ?? unforeseen
  const fields = Object.entries(errors ?? {})
  const detail = fields.map(([field, reason]) => `${field}: ${reason}`).join('; ') || message
  // A body that is no JSON object is refused as a whole.
  const kind: ScimErrorType = fields.some(([field]) => field === 'body')
    ? 'invalidSyntax'
    : 'invalidValue'
  return { status, kind: fields.length > 0 ? kind : null, detail, headers }
}
