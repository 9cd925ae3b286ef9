import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ArchivedChoice } from '#contract/common/archived.ts'
import {
  type Endpoint,
  idempotencyHeader,
  idempotencyKey,
  maxBodyBytes,
  type Role,
  statusesOf,
  takesIdempotencyKey,
} from '#contract/common/endpoint.ts'
import { pathParameter } from '#contract/common/problem.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { answerOnce } from '#server/idempotency/answer-once.ts'
import type { EvidenceReceiver } from '#server/platform/evidence-store.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import { requireRole } from '#server/request/access.ts'
import { Answer, type Context, type Handlers, type OrgContext } from '#server/request/handler.ts'
import { authenticate, type Caller } from './authenticate.ts'
import type { Limiter } from './call-limits.ts'
import { sendCompressed } from './compressed.ts'
import { type DecodedInput, decodeInput } from './decode-input.ts'
import { KnownItems } from './known-items.ts'
import { discard } from './read-multipart.ts'
import { eventStream, sendEvents, sendFile } from './send-stream.ts'

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
  }
}

type AnyHandler = (context: object, input: DecodedInput) => Promise<unknown>

export interface MountOptions {
  context: Context
  handlers: Handlers
  /** Answers a request with an Idempotency-Key. */
  answerOnce: typeof answerOnce
  limiter: Limiter
  /** Check answers against the contract: in development and tests. */
  checkAnswers: boolean
}

/**
 * Binds every endpoint of the contract to its handler: authenticate, decode, handle, answer.
 * @throws when an endpoint declares no access, so that the service does not start
 */
export function mount(app: FastifyInstance, options: MountOptions): void {
  app.decorateRequest('caller', null)
  const known = new KnownItems()
  for (const [name, endpoint] of Object.entries(endpoints) as [keyof Handlers, Endpoint][]) {
    if (!endpoint.access) throw new Error(`Endpoint ${name} declares no access`)
    const handle = options.handlers[name] as unknown as AnyHandler
    const [, rest = ''] = /\{\+(\w+)\}$/.exec(endpoint.path) ?? []
    app.route({
      // One route for both: Fastify would add another for HEAD, and each takes its time at a start.
      method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
      config: { endpoint: name },
      bodyLimit: maxBodyBytes(endpoint),
      url: `/api/v2${endpoint.path.replace(pathParameter, (_, rest, name) => (rest ? '*' : `:${name}`))}`,
      onRequest: async (request) => {
        if (rest) nameRest(request, rest)
        if (endpoint.access === 'anyone') return
        const { org } = (request.caller = await authenticate(request, options.context))
        await options.limiter.callWithKey(request)
        const params = request.params as Record<string, string>
        if (org) requireRole(org, endpoint.roleFor?.(params) ?? (endpoint.access as Role))
      },
      handler: async (request, reply) => {
        const key = keyOfRequest(request, endpoint)
        const evidence = receiverFor(request, options)
        const input = await decodeInput(request, reply, endpoint, { evidence, known })
        // HEAD does not begin a stream.
        if (request.method === 'HEAD' && endpoint.response === 'events') {
          return reply.type(eventStream).send(Readable.from([]))
        }
        const run = async (context: object) => asAnswer(endpoint, await handle(context, input))
        const context = contextFor(request, options.context, input.archived)
        let result: Answer<unknown>
        try {
          result =
            key === null
              ? await run(context)
              : await options.answerOnce(
                  context as OrgContext,
                  { key, hash: hashOfRequest(request, input) },
                  run,
                )
        } finally {
          await discard(input.file)
        }
        return answer(request, reply, endpoint, result, options.checkAnswers)
      },
    })
  }
}

/** Where the evidence of a request is received: as far as its organization has space. */
function receiverFor({ caller }: FastifyRequest, { context }: MountOptions): EvidenceReceiver {
  if (!caller?.org) return context.evidence
  const { database, name } = caller.org
  return context.evidenceSpace.of({ orgId: database.orgId, name })
}

/** Fastify calls the rest of a path "*"; the contract names it. */
function nameRest(request: FastifyRequest, name: string): void {
  const { '*': rest, ...params } = request.params as Record<string, string>
  request.params = { ...params, [name]: rest ?? '' }
}

function contextFor(request: FastifyRequest, context: Context, archived: ArchivedChoice): object {
  const { caller } = request
  if (!caller) return context
  const account = { ...context, actor: caller.actor, sessionHash: caller.sessionHash }
  if (!caller.org) return account
  const { database, name, kind, role } = caller.org
  return {
    ...account,
    org: database.seeing(archived),
    orgName: name,
    orgKind: kind,
    role,
    ifMatch: request.headers['if-match'] ?? null,
  }
}

const asAnswer = (endpoint: Endpoint, result: unknown) =>
  result instanceof Answer ? result : new Answer<unknown>(statusesOf(endpoint)[0], result)

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  { status, body, headers, bytes }: Answer<unknown>,
  check: boolean,
): unknown {
  if (endpoint.response === 'events') return sendEvents(request, reply, body)
  if (endpoint.response === 'file' || endpoint.response === 'export') {
    return sendFile(request, reply, body)
  }
  if (check) {
    const parsed = endpoint.response.safeParse(body, { reportInput: true })
    if (!parsed.success) {
      throw new Error(`${endpoint.path} answers what its contract does not say`, {
        cause: parsed.error,
      })
    }
    if (!statusesOf(endpoint).includes(status)) {
      throw new Error(`${endpoint.path} answers ${status}, which its contract does not say`)
    }
  }
  reply.code(status).headers(headers).header('content-type', 'application/json; charset=utf-8')
  const content = bytes ?? JSON.stringify(body)
  // Keys, tokens and links are shown by writes alone.
  return endpoint.method === 'GET' ? sendCompressed(request, reply, content) : reply.send(content)
}

/** Leaves bodies to the mount: JSON as bytes, multipart as a stream. */
export function readBodiesAsSent(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('multipart/form-data', (_request, payload: Readable, done) =>
    done(null, payload),
  )
  const asBuffer = { parseAs: 'buffer' } as const
  app.addContentTypeParser('application/json', asBuffer, (_request, body, done) => done(null, body))
  app.addContentTypeParser('*', asBuffer, (request, body, done) => {
    if (body.length === 0) return done(null, body)
    const expected = "Input should be 'application/json' or 'multipart/form-data'"
    done(fieldProblem('Content-Type', expected, request.headers['content-type'] ?? ''))
  })
}

/**
 * Returns the Idempotency-Key of a request, or null if none applies.
 * @throws Problem 400 when it is malformed
 */
function keyOfRequest(request: FastifyRequest, endpoint: Endpoint): string | null {
  const given = request.headers[idempotencyHeader.toLowerCase()]
  if (given === undefined || !takesIdempotencyKey(endpoint)) return null
  const result = idempotencyKey.safeParse(given)
  if (result.success) return result.data
  throw fieldProblem(idempotencyHeader, 'Input should be 1 to 255 visible ASCII characters', given)
}

/** Hash of a request: method, path with query, JSON as sent, and the file. */
function hashOfRequest(request: FastifyRequest, input: DecodedInput): Buffer {
  const { raw, file, url } = input
  const content = file && ('text' in file ? sha256(file.text).toString('hex') : file.sha256)
  return sha256(JSON.stringify([request.method, url, raw, file?.name ?? null, content ?? null]))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
