import { answerClientError, sendProblem, unmatchedBy } from './problem-response.ts'
import Fastify, { type FastifyInstance, type FastifyServerFactory, LogController } from 'fastify'
import type { RefusedRequest } from '#server/audit-log/record-refusals.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { version } from '#server/platform/version.ts'
import type { Scim } from '#server/request/scim.ts'
import type { SingleSignOn } from '#server/request/single-sign-on.ts'
import { type CallLimitOptions, limitCalls } from './call-limits.ts'
import { serveDashboard } from './dashboard-files.ts'
import { serveMetrics } from './metrics-endpoint.ts'
import { mount, type MountOptions, readBodiesAsSent } from './mount-endpoints.ts'
import type { Readiness } from './readiness.ts'
import { logAnswer, requestIdsOf } from './request-ids.ts'
import { serveScim } from './scim-routes.ts'
import { serveSingleSignOn } from './single-sign-on-routes.ts'
import { reportRefusal } from './report-refusal.ts'
import type { ReservedPort } from './reserve-port.ts'
import { traceRequests } from './trace-requests.ts'

interface ServerOptions extends Omit<MountOptions, 'limiter'> {
  calls: Omit<CallLimitOptions, 'metrics'>
  logLevel: string
  /** Folder of the built dashboard, or null to serve the API alone. */
  webDir: string | null
  /** Readiness checks. */
  readiness: Readiness
  /**
   * The port that it listens on already; none if it is set later, or requests are only injected.
   */
  port?: ReservedPort
  /** A port of its own for `/metrics`, or none. */
  metricsPort?: ReservedPort | null
  /** Whether it serves the API and the dashboard, beside probes and figures. */
  servesApi: boolean
  metrics: Metrics
  /** SHA-256 of the token for `/metrics`, besides keys of administrators; null for none. */
  metricsToken: Buffer | null
  /** Addresses and networks (CIDR) of proxies whose client addresses are trusted. */
  trustedProxies: string[]
  /** Called after every accepted write. */
  onWrite: () => void
  /** Called with every error that a request ends with. */
  onError: (error: unknown) => void
  /** Signing in at an identity provider, if one is configured. */
  singleSignOn: SingleSignOn | null
  /** Provisioning by SCIM, if there is a token for it. */
  scim: Scim | null
  /** Records a refused request. */
  onRefused: (request: RefusedRequest) => Promise<void>
}

const isRead = (method: string) => method === 'GET' || method === 'HEAD'
/** Body limit where no endpoint reads one. */
const maxBody = 16 * 1024

/** Stands for Fastify's compilers of JSON Schemas, which no route has, and which take long to load. */
const none = (): never => {
  throw new Error('The contract decodes requests: a route takes no JSON Schema')
}

/** The HTTP server: the API of the contract, `/ready` and `/live`, and the dashboard. */
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
    // A request that is still incomplete then holds memory and an upload for nothing.
    requestTimeout: 300_000,
    genReqId: requestIdsOf(options.trustedProxies),
    requestIdHeader: false,
    rewriteUrl: ({ url = '/' }) => originForm(url),
    routerOptions: { maxParamLength: 4096 },
    schemaController: { compilersFactory: { buildValidator: none, buildSerializer: none } },
    exposeHeadRoutes: true,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendProblem(error, request, reply)
    },
  })
  const ownHeaders = {
    'x-content-type-options': 'nosniff',
    // Files of the dashboard override this; everything else is private.
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    ...(options.context.links.isSecure && { 'strict-transport-security': 'max-age=31536000' }),
  }
  const unmatched = unmatchedBy(app)
  readBodiesAsSent(app)
  traceRequests(app)
  // Hooks of all requests call on: their promises took a seventh of an answer without a body.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id).headers(ownHeaders)
    // Before the body is read: Fastify requires one for some methods, also without a route.
    done(request.is404 ? unmatched(request) : undefined)
  })
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(request, reply)
    if (!isRead(request.method) && reply.statusCode < 300) options.onWrite()
    done()
  })
  const limiter = await limitCalls(app, { ...options.calls, metrics: options.metrics })
  app.setErrorHandler(async (error, request, reply) => {
    options.onError(error)
    const problem = await limiter.refusedSignIn(error, request)
    await reportRefusal(problem, request, options)
    sendProblem(problem, request, reply)
    return reply
  })
  app.setNotFoundHandler((request, reply) => sendProblem(unmatched(request), request, reply))
  serveMetrics(app, options)
  if (options.servesApi) mount(app, { ...options, limiter })
  const { singleSignOn } = options
  if (options.servesApi && singleSignOn) {
    const { context, metrics } = options
    serveSingleSignOn(app, singleSignOn, { links: context.links, metrics })
  }
  if (options.servesApi) await serveScim(app, { ...options, limiter, unmatched })
  const headers = { 'content-type': 'text/plain; charset=utf-8', 'x-cairn-version': version }
  app.get('/ready', async (_request, reply) => {
    await options.readiness.require()
    return reply.headers(headers).send('OK')
  })
  app.get('/live', async (_request, reply) => reply.headers(headers).send('OK'))
  if (options.webDir && options.servesApi) await serveDashboard(app, options.webDir, unmatched)
  return app
}

/** Path and query of a request target, which may also be a whole URL. */
function originForm(target: string): string {
  const rest = target.replace(/^https?:\/\/[^/?]*/i, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}
