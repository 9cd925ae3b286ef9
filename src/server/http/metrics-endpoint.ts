import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { hashSecret } from '#server/platform/credentials.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { requireRole } from '#server/request/access.ts'
import type { Context } from '#server/request/handler.ts'
import { authenticate } from './authenticate.ts'
import type { ReservedPort } from './reserve-port.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the endpoint that a route serves. */
    endpoint?: string
  }
}

/** Label of requests that no endpoint serves: pages, assets, unknown paths. */
const elsewhere = 'other'

interface MetricsOptions {
  metrics: Metrics
  metricsToken: Buffer | null
  /** A port of its own for `/metrics`, or none. */
  metricsPort?: ReservedPort | null
  context: Context
}

/**
 * Measures every request, and answers `/metrics` to authorized callers; on a port of its own, which
 * only scrapers reach, to everybody unless there is a token.
 */
export function serveMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const { metrics, metricsToken, metricsPort, context } = options
  const end = () => metrics.end()
  app.addHook('onRequest', (_request, reply, done) => {
    metrics.begin()
    // Also when the client goes away before the answer.
    reply.raw.once('close', end)
    done()
  })
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode, elapsedTime }, done) => {
    const endpoint = routeOptions.config.endpoint ?? elsewhere
    metrics.answered(endpoint, method, statusCode, elapsedTime / 1000)
    done()
  })
  if (metricsPort) {
    metricsPort.serve((request, response) => {
      answerAlone(request, response, options).catch(() => response.writeHead(500).end())
    }, {})
    return
  }
  app.get('/metrics', async (request, reply) => {
    if (!hasToken(request, metricsToken)) await requireAdministrator(request, context)
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

/** Answers a request on the port that serves `/metrics` alone. */
async function answerAlone(
  request: IncomingMessage,
  response: ServerResponse,
  { metrics, metricsToken }: MetricsOptions,
): Promise<void> {
  const path = request.url?.split('?', 1)[0]
  const isAllowed = metricsToken === null || hasToken(request, metricsToken)
  const status = path !== '/metrics' ? 404 : isAllowed ? 200 : 401
  if (status !== 200) return void response.writeHead(status).end()
  const text = await metrics.text()
  response.writeHead(200, { 'content-type': metrics.contentType }).end(text)
}

/**
 * The address of a request proves nothing about the caller: a proxy on this machine sends from
 * here, too.
 */
function hasToken({ headers }: Pick<IncomingMessage, 'headers'>, token: Buffer | null): boolean {
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
