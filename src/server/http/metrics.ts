import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../handler.ts'
import type { Metrics } from '../metrics.ts'
import { Problem } from '../problem.ts'
import { authenticate } from './authenticate.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the endpoint that a route serves. */
    endpoint?: string
  }
}

/** What a request is counted under that no endpoint serves: pages, assets, unknown paths. */
const elsewhere = 'other'

/** Measures every request, and answers `/metrics` to who may see it. */
export function serveMetrics(app: FastifyInstance, metrics: Metrics, context: Context): void {
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
    if (!isLocal(request)) await requireAdministrator(request, context)
    return reply.type(metrics.contentType).send(await metrics.text())
  })
}

const loopback = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/
const localHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/
const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Whether a request was made on this machine. A proxy here connects from here, too, so what it
 * forwards does not count; neither does a name that only resolves to here.
 */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  return (
    loopback.test(socket.remoteAddress ?? '') &&
    localHost.test(headers.host ?? '') &&
    !forwarding.some((name) => name in headers)
  )
}

/**
 * Everybody is an administrator of their personal organization: of a shared one it takes a person
 * whom somebody trusted. @throws Problem 401 or 403
 */
async function requireAdministrator(request: FastifyRequest, context: Context): Promise<void> {
  const { actor } = await authenticate(request, context)
  const { organizations } = await context.across.sessionOf(actor)
  if (organizations.some(({ kind, role }) => kind === 'shared' && role === 'admin')) return
  throw new Problem(403, "You don't have permission to access this resource", {
    requiredRole: 'admin',
  })
}
