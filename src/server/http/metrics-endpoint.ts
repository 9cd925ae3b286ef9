import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hashSecret } from '#server/platform/credentials.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { requireRole } from '#server/request/access.ts'
import type { Context } from '#server/request/handler.ts'
import { authenticate } from './authenticate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the endpoint that a route serves. */
    endpoint?: string
  }
}

/** Label of requests that no endpoint serves: pages, assets, unknown paths. */
const elsewhere = 'other'

/** Measures every request, and answers `/metrics` to authorized callers. */
export function serveMetrics(
  app: FastifyInstance,
  options: { metrics: Metrics; metricsToken: Buffer | null; context: Context },
): void {
  const { metrics, metricsToken, context } = options
  app.addHook('onRequest', async (_request, reply) => {
    metrics.begin()
    // Also when the client goes away before the answer.
    reply.raw.once('close', () => metrics.end())
  })
  app.addHook('onResponse', async ({ method, routeOptions }, { statusCode, elapsedTime }) => {
    const endpoint = routeOptions.config.endpoint ?? elsewhere
    metrics.answered(endpoint, method, statusCode, elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!hasToken(request, metricsToken)) await requireAdministrator(request, context)
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/**
 * The address of a request proves nothing about the caller: a proxy on this machine sends from
 * here, too.
 */
function hasToken({ headers }: FastifyRequest, token: Buffer | null): boolean {
  const [, given] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  return token !== null && given !== undefined && timingSafeEqual(hashSecret(given), token)
}

/**
 * Requires an administrator of a shared organization, a person whom somebody trusted: everybody is
 * an administrator of their personal one.
 * @throws Problem 401 or 403
 */
async function requireAdministrator(request: FastifyRequest, context: Context): Promise<void> {
  const { actor } = await authenticate(request, context)
  const { organizations } = await context.systemDatabase.sessionOf(actor)
  const isTrusted = organizations.some(({ kind, role }) => kind === 'shared' && role === 'admin')
  requireRole({ role: isTrusted ? 'admin' : null }, 'admin')
}
