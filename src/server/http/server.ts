import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { RefusedRequest } from '../handler.ts'
import type { Metrics } from '../metrics.ts'
import { serveMetrics } from './metrics.ts'
import { mount, type MountOptions, readBodiesAsSent } from './mount.ts'
import { sendProblem } from './problem.ts'
import { tellOfRefusal } from './refusal.ts'
import { limitFailedSignIns } from './sign-in-limit.ts'
import { serveDashboard } from './static.ts'
import { unmatched } from './unmatched.ts'

export interface ServerOptions extends MountOptions {
  logLevel: string
  /** Folder of the built dashboard, or null to serve the API alone. */
  webDir: string | null
  /** Whether the database answers; throws when not. */
  ping: () => Promise<void>
  metrics: Metrics
  /** Told after every accepted write. */
  onWrite: () => void
  /** Keeps that somebody was refused. */
  onRefused: (request: RefusedRequest) => Promise<void>
}

const maxBody = 10 * 1024 * 1024

/** The HTTP face of the service: the API of the contract, `/ready`, and the dashboard. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: options.logLevel === 'silent' ? false : { level: options.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: maxBody,
    // A request that has not come in whole by then holds on to memory and an upload for nothing.
    requestTimeout: 300_000,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    routerOptions: { maxParamLength: 4096 },
    exposeHeadRoutes: false,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id)
      sendProblem(error, request, reply)
    },
  })
  readBodiesAsSent(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    })
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, url, ip } = request
    const { statusCode, elapsedTime } = reply
    const entry = {
      method,
      path: url.split('?', 1)[0],
      ip,
      statusCode,
      ms: Math.round(elapsedTime),
    }
    request.log.info(entry, 'answered')
    if (method !== 'GET' && statusCode < 300) options.onWrite()
  })
  const limited = await limitFailedSignIns(app)
  app.setErrorHandler(async (error, request, reply) => {
    const problem = await limited(error, request)
    await tellOfRefusal(problem, request, options)
    sendProblem(problem, request, reply)
    return reply
  })
  app.setNotFoundHandler((request, reply) => sendProblem(unmatched(request), request, reply))
  serveMetrics(app, options.metrics, options.context)
  mount(app, options)
  app.get('/ready', async (_request, reply) => {
    await options.ping()
    return reply.type('text/plain; charset=utf-8').send('OK')
  })
  if (options.webDir) await serveDashboard(app, options.webDir)
  return app
}
