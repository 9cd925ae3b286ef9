import type { FastifyReply, FastifyRequest } from 'fastify'
import { addressOf } from './authenticate.ts'
import { traceIdOf } from './request-ids.ts'

/**
 * Writes the line of the access log about an answered request: what was asked for and from where,
 * without the query, and who asked: `user` the account, `keyId` the key unless it was a session,
 * `org` the organization. Who could not be authenticated for the call is not named.
 */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const { method, url, headers } = request
  // Only processes that serve the API know callers.
  const { actor = null, org = null } = request.caller ?? {}
  const traceId = request.span?.traceId ?? traceIdOf(headers)
  const entry = {
    ...(traceId && { traceId }),
    method,
    path: url.split('?', 1)[0],
    ip: addressOf(request),
    ...(actor && { user: actor.name }),
    ...(actor?.keyId && { keyId: actor.keyId }),
    ...(org && { org: org.name }),
    statusCode: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  }
  request.log.info(entry, 'answered')
}
