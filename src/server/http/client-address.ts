import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Returns the address of a request: from trusted proxies, or else the peer. Invalid addresses are
 * ignored, whoever passed them on.
 */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return isIP(ip) ? ip : (socket.remoteAddress ?? 'unknown')
}
