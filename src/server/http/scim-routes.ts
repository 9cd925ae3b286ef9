import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { timingSafeEqual } from 'node:crypto'
import { scimListQuery } from '#contract/scim/scim.ts'
import { chooseAttributes } from '#domain/scim/attributes.ts'
import { type ScimErrorType, ScimRefusal } from '#domain/scim/scim-refusal.ts'
import { hashSecret } from '#server/platform/credentials.ts'
import {
  Problem,
  fieldProblem,
  schemaProblem,
  validationProblem,
} from '#server/platform/problem.ts'
import { findUnstorableText, isStorable } from '#server/platform/storable-text.ts'
import type { Scim, ScimPage, ScimResource, ScimResources } from '#server/request/scim.ts'
import { addressOf } from './authenticate.ts'
import type { Limiter } from './call-limits.ts'
import { type Unmatched, problemOf, sendProblem, unforeseen } from './problem-response.ts'
import { readJson } from './read-json.ts'

/** The media type of SCIM, RFC 7644, section 8.1. */
const scimType = 'application/scim+json'

/** Answers an error as SCIM has it, RFC 7644, section 3.12; unexpected ones are logged. */
function sendScimError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { status, kind, detail, headers } = describe(error, request)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  reply
    .code(status)
    .headers(headers)
    .type(`${scimType}; charset=utf-8`)
    .send(
      JSON.stringify({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: String(status),
        ...(kind && { scimType: kind }),
        detail,
      }),
    )
}

function describe(error: unknown, request: FastifyRequest) {
  if (error instanceof ScimRefusal)
    return { status: error.status, kind: error.scimType, detail: error.message, headers: {} }
  const problem = problemOf(error, request)
  if (!problem) request.log.error({ err: error }, 'unexpected failure')
  const { status, message, errors, headers } = problem ?? unforeseen
  const fields = Object.entries(errors ?? {})
  const detail = fields.map(([field, reason]) => `${field}: ${reason}`).join('; ') || message
  // A body that is no JSON object is refused as a whole.
  const kind: ScimErrorType = fields.some(([field]) => field === 'body')
    ? 'invalidSyntax'
    : 'invalidValue'
  return { status, kind: fields.length > 0 ? kind : null, detail, headers }
}

/** Bytes of a body: a group with 10,000 members. */
const maxBody = 1024 * 1024
const paths = ['/scim', '/scim/*']

interface ScimOptions {
  /** Null where it is switched off: nothing is there then. */
  scim: Scim | null
  limiter: Limiter
  unmatched: Unmatched
  onError: (error: unknown) => void
}

/** Serves SCIM to the directory of an identity provider, which proves itself by its token. */
export async function serveScim(app: FastifyInstance, options: ScimOptions): Promise<void> {
  const { scim, limiter, unmatched, onError } = options
  if (!scim) {
    for (const path of paths) app.all(path, answerNothing)
    return
  }
  await app.register(async (scope) => {
    const asBuffer = { parseAs: 'buffer', bodyLimit: maxBody } as const
    scope.removeAllContentTypeParsers()
    for (const type of [scimType, 'application/json'])
      scope.addContentTypeParser(type, asBuffer, (_request, body, done) => done(null, body))
    scope.addContentTypeParser<Buffer>('*', asBuffer, (request, body, done) => {
      if (body.length === 0) return done(null, body)
      const given = request.headers['content-type'] ?? ''
      done(fieldProblem('Content-Type', `Input should be '${scimType}'`, given))
    })
    scope.addHook('onRequest', async (request) => requireToken(request, scim.tokenHash))
    scope.setErrorHandler(async (error, request, reply) => {
      onError(error)
      sendScimError(await limiter.refusedSignIn(error, request), request, reply)
      return reply
    })
    for (const [path, answer] of scim.discovery)
      // A colon would begin a parameter.
      scope.get(`/scim/v2${path.replaceAll(':', '::')}`, (_request, reply) =>
        send(reply, 200, answer),
      )
    for (const [path, resources] of scim.resources) serveResources(scope, path, resources)
    for (const path of paths)
      scope.all(path, (request) => {
        throw unmatched(request)
      })
  })
}

/** Answers that nothing is there: the dashboard would answer with a page. */
const answerNothing = (request: FastifyRequest, reply: FastifyReply) =>
  sendProblem(new Problem(404, 'Not found'), request, reply)

/** @throws Problem 401 */
function requireToken({ headers }: FastifyRequest, expected: Buffer): void {
  const [, given = ''] = /^bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  if (!timingSafeEqual(hashSecret(given), expected))
    throw new Problem(401, 'The token of CAIRN_SCIM_TOKEN is required')
}

function serveResources(scope: FastifyInstance, path: string, resources: ScimResources): void {
  const [all, one] = [`/scim/v2${path}`, `/scim/v2${path}/:id`]
  scope.get(all, async (request, reply) => {
    const query = queryOf(request)
    return send(reply, 200, serializePage(await resources.list(query), query))
  })
  scope.post(all, { bodyLimit: maxBody }, async (request, reply) =>
    send(reply, 201, await resources.create(originOf(request), bodyOf(request))),
  )
  scope.get(one, async (request, reply) =>
    send(reply, 200, chooseAttributes(await resources.get(idOf(request)), queryOf(request))),
  )
  for (const [method, change] of [
    ['PUT', resources.replace],
    ['PATCH', resources.patch],
  ] as const)
    scope.route({
      method,
      url: one,
      bodyLimit: maxBody,
      handler: async (request, reply) =>
        send(reply, 200, await change(originOf(request), idOf(request), bodyOf(request))),
    })
  scope.delete(one, async (request, reply) => {
    await resources.remove(originOf(request), idOf(request))
    return reply.code(204).send()
  })
}

function send(reply: FastifyReply, status: number, answer: object): FastifyReply {
  const { meta } = answer as Partial<ScimResource>
  if (meta) reply.header('location', meta.location)
  return reply.code(status).type(`${scimType}; charset=utf-8`).send(JSON.stringify(answer))
}

const serializePage = (
  { total, startIndex, resources }: ScimPage,
  query: ReturnType<typeof queryOf>,
) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources.map((one) => chooseAttributes(one, query)),
})

/** @throws Problem 400 */
function queryOf({ query }: FastifyRequest) {
  const refusals = findUnstorableText(query)
  if (refusals.length > 0) throw validationProblem(refusals)
  const { data, error } = scimListQuery.safeParse(query, { reportInput: true })
  if (error) throw schemaProblem(error.issues)
  return data
}

/** @throws Problem 400 */
function bodyOf({ body }: FastifyRequest): object {
  const { value } = readJson(Buffer.isBuffer(body) ? body : Buffer.alloc(0), 'body')
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw fieldProblem('body', 'Input should be a valid object', value)
}

/** @throws Problem 404 for an id that cannot be stored */
function idOf({ params }: FastifyRequest): string {
  const { id } = params as { id: string }
  if (!isStorable(id)) throw new Problem(404, 'Not found')
  return id
}

const originOf = (request: FastifyRequest) => ({
  address: addressOf(request),
  requestId: request.id,
})
