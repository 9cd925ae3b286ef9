import { randomUUID } from 'node:crypto'
import { answerClientError } from './answer-client-error.ts'
import Fastify, { type FastifyInstance, type FastifyServerFactory, LogController } from 'fastify'
import type { RefusedRequest } from '#server/audit-log/record-refusals.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { addressOf } from './client-address.ts'
import { serveDashboard } from './dashboard-files.ts'
import { serveMetrics } from './metrics-endpoint.ts'
import { mount, type MountOptions, readBodiesAsSent } from './mount-endpoints.ts'
import { sendProblem, unmatchedBy } from './problem-response.ts'
import type { Readiness } from './readiness.ts'
import { reportRefusal } from './report-refusal.ts'
import type { ReservedPort } from './reserve-port.ts'
import { limitRefusedSignIns } from './sign-in-rate-limit.ts'

export interface ServerOptions extends MountOptions {
  logLevel: string
  /** Folder of the built dashboard, or null to serve the API alone. */
  webDir: string | null
  /** Whether the service can do its work. */
  readiness: Readiness
  /** Where it listens already; none: it is told later, or only injected requests. */
  port?: ReservedPort
  metrics: Metrics
  /** SHA-256 of the token that `/metrics` takes besides keys of administrators; null for none. */
  metricsToken: Buffer | null
  /** Addresses and networks (CIDR) of proxies that say whom they ask for. */
  trustedProxies: string[]
  /** Told after every accepted write. */
  onWrite: () => void
  /** Told of every error that a request ends with. */
  onError: (error: unknown) => void
  /** Keeps that somebody was refused. */
  onRefused: (request: RefusedRequest) => Promise<void>
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'
/** Of what no endpoint reads: nothing there takes a body. */
const maxBody = 16 * 1024

/** The HTTP face of the service: the API of the contract, `/ready` and `/live`, and the dashboard. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { port } = options
  const serverFactory: FastifyServerFactory | undefined =
    port && ((listener, limits) => port.serve(listener, limits))
  const app = Fastify({
    ...(serverFactory && { serverFactory }),
    logger: options.logLevel === 'silent' ? false : { level: options.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBody,
    trustProxy: options.trustedProxies.length > 0 && options.trustedProxies,
    // A request that has not come in whole by then holds on to memory and an upload for nothing.
    requestTimeout: 300_000,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    rewriteUrl: ({ url = '/' }) => originForm(url),
    routerOptions: { maxParamLength: 4096 },
    exposeHeadRoutes: true,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendProblem(error, request, reply)
    },
  })
  const unmatched = unmatchedBy(app)
  readBodiesAsSent(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      // Files of the dashboard say otherwise; all else is somebody's own.
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    })
    // Before the body is looked at: Fastify asks some methods for one, also where no route fits.
    if (request.is404) throw unmatched(request)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, url } = request
    const { statusCode, elapsedTime } = reply
    const entry = {
      method,
      path: url.split('?', 1)[0],
      ip: addressOf(request),
      statusCode,
      ms: Math.round(elapsedTime),
    }
    request.log.info(entry, 'answered')
    if (!isRead(method) && statusCode < 300) options.onWrite()
  })
  const limited = await limitRefusedSignIns(app)
  app.setErrorHandler(async (error, request, reply) => {
    options.onError(error)
    const problem = await limited(error, request)
    await reportRefusal(problem, request, options)
    sendProblem(problem, request, reply)
    return reply
  })
  app.setNotFoundHandler((request, reply) => sendProblem(unmatched(request), request, reply))
  serveMetrics(app, options)
  mount(app, options)
  const plain = 'text/plain; charset=utf-8'
  app.get('/ready', async (_request, reply) => {
    await options.readiness.require()
    return reply.type(plain).send('OK')
  })
  app.get('/live', async (_request, reply) => reply.type(plain).send('OK'))
  if (options.webDir) await serveDashboard(app, options.webDir, unmatched)
  return app
}

/** Path and query of a request target, which may also be a whole URL. */
function originForm(target: string): string {
  const rest = target.replace(/^https?:\/\/[^/?]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}
