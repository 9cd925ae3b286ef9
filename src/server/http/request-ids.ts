import type { FastifyReply, FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BlockList, isIPv4 } from 'node:net'
import { addressOf } from './authenticate.ts'

/** Ids that a proxy gives requests: short, and nothing that a log could misread. */
const acceptable = /^[\w.:/+=-]{1,128}$/
/** W3C Trace Context, version 00 and those that follow it: the trace, the span and flags. */
const traceparent = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})[\da-f]{16}-[\da-f]{2}(-|$)/

/**
 * Returns what names a request in logs, errors and audit entries: the `X-Request-Id` that a trusted
 * proxy sent along, else a new id.
 * @param trustedProxies - addresses and networks (CIDR)
 */
export function requestIdsOf(
  trustedProxies: readonly string[],
): (request: IncomingMessage) => string {
  const trusted = new BlockList()
  for (const proxy of trustedProxies) {
    const [address = '', bits] = proxy.split('/', 2)
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    trusted.addSubnet(address, Number(bits ?? (family === 'ipv4' ? 32 : 128)), family)
  }
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    const isAcceptable = typeof given === 'string' && acceptable.test(given)
    return isAcceptable && isTrusted(trusted, socket.remoteAddress) ? given : randomUUID()
  }
}

function isTrusted(trusted: BlockList, peer = ''): boolean {
  // Peers of IPv4 on a socket of IPv6.
  const address = peer.replace(/^::ffff:(?=\d+\.)/, '')
  return trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
}

/** Returns the trace that a request belongs to, by its `traceparent`, or null. */
export function traceIdOf(headers: IncomingHttpHeaders): string | null {
  const given = headers['traceparent']
  return (typeof given === 'string' && traceparent.exec(given)?.[1]) || null
}

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
