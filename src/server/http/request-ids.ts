import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { BlockList, isIPv4 } from 'node:net'

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
