import type { FastifyInstance } from 'fastify'
import { beginRequest, type Covered } from '#server/platform/tracing.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The span of the request, where requests are traced. */
    span: Covered | null
  }
}

/** Routes that are asked every few seconds, and tell nothing of the service's work. */
const untraced = new Set(['/ready', '/live', '/metrics'])

/** Covers each request by a span, which names its route and status, never what it asks for. */
export function traceRequests(app: FastifyInstance): void {
  app.decorateRequest('span', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request
    const route = request.is404 ? 'unknown' : (routeOptions.url ?? 'unknown')
    if (untraced.has(route)) return done()
    request.span = beginRequest(`${method} ${route}`, headers, {
      'http.request.method': method,
      'http.route': route,
    })
    if (request.span) request.span.run(done)
    else done()
  })
  // Reading the body in between belongs to the connection, not to the request.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.span) request.span.run(done)
    else done()
  })
  app.addHook('onResponse', (request, { statusCode }, done) => {
    const attributes = { 'http.response.status_code': statusCode }
    request.span?.end({ attributes, ...(statusCode >= 500 && { errorType: `${statusCode}` }) })
    done()
  })
}
