import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Where a request came from: what trusted proxies say, or else the peer. What is no address is none,
 * whoever passed it on.
 */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return isIP(ip) ? ip : (socket.remoteAddress ?? 'unknown')
}
