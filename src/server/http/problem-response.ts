import { randomUUID } from 'node:crypto'
import { maxHeaderSize, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemBody } from '#contract/common/problem.ts'
import { failureOf } from '#server/platform/failure.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'

/** The refusals that Fastify itself makes, by its error code. */
const known: Record<string, (error: FastifyError, request: FastifyRequest) => Problem> = {
  FST_ERR_CTP_BODY_TOO_LARGE: (_error, { routeOptions }) =>
    new Problem(
      413,
      `The request body is too large: the limit is ${sizeText(routeOptions.bodyLimit ?? 0)}`,
    ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: (_error, request) =>
    fieldProblem(
      'Content-Length',
      'Input should be the size of the body',
      request.headers['content-length'],
    ),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: (_error, request) =>
    fieldProblem('Content-Type', 'Input should be a media type', request.headers['content-type']),
  FST_ERR_BAD_URL: (_error, request) =>
    fieldProblem('path', 'Input should be a well-formed path', request.url),
  FST_ERR_MAX_PARAM_LENGTH: () => new Problem(404, 'Not found'),
}

const sizeText = (bytes: number) =>
  bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MB`

/** Answer to an unexpected error. */
export const unforeseen = new Problem(500, 'Internal error')

/** The refusal that an error stands for; null for an unexpected one. */
export function problemOf(error: unknown, request: FastifyRequest): Problem | null {
  if (error instanceof Problem) return error
  const { code } = error as FastifyError
  const ofFastify = code ? known[code]?.(error as FastifyError, request) : undefined
  if (ofFastify) return ofFastify
  const failure = failureOf(error)
  return failure && new Problem(failure.status, failure.message, { headers: failure.headers })
}

/** Converts an error to the API's error body; unexpected errors are logged. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const problem = problemOf(error, request)
  if (!problem) request.log.error({ err: error }, 'unexpected failure')
  const { status, code, headers, message, errors, requiredRole, current } = problem ?? unforeseen
  const body: ProblemBody = { message }
  if (code) body.code = code
  if (errors) body.errors = errors
  if (requiredRole) body.required_role = requiredRole
  if (current !== undefined) body.current = current
  // A download that failed before its first byte has set its own.
  for (const name of ['content-length', 'content-disposition']) reply.removeHeader(name)
  // RFC 9110, section 15.5.2: also for a refused sign-in.
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  reply
    .code(status)
    .headers(headers)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

/** A path that routes serve. */
interface ServedPath {
  pattern: RegExp
  /** Width of each segment: text, a parameter, the rest. The router prefers the narrowest. */
  width: string
}

/** These answer wherever no other route does, so they prove nothing about a path. */
const catchAll = ['/*', '/scim', '/scim/*']

/** Problem for a request without a route: not found, or method not allowed. */
export type Unmatched = (request: { url: string }) => Problem

/** Collects the methods of each path, from all routes added afterwards. */
export function unmatchedBy(app: FastifyInstance): Unmatched {
  const methodsOf = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    if (catchAll.includes(url)) return
    const methods = methodsOf.get(url) ?? new Set()
    for (const one of [method].flat()) methods.add(one)
    methodsOf.set(url, methods)
  })
  let paths: (ServedPath & { methods: Set<string> })[] | undefined
  return ({ url }) => {
    const requested = url.split('?', 1)[0] ?? ''
    // Made when the first is asked for: a start does without.
    paths ??= [...methodsOf].map(([path, methods]) => ({ ...servedPath(path), methods }))
    const fitting = paths.filter(({ pattern }) => pattern.test(requested))
    if (fitting.length === 0) return new Problem(404, 'Not found')
    const { methods } = fitting.reduce((one, other) => (other.width < one.width ? other : one))
    return new Problem(405, 'Method not allowed', { headers: { allow: [...methods].join(', ') } })
  }
}

function servedPath(url: string): ServedPath {
  const segments = url.split('/').map((segment) => {
    if (segment === '*') return { width: 2, pattern: '.+' }
    if (segment.startsWith(':')) return { width: 1, pattern: '[^/]+' }
    return { width: 0, pattern: segment.replaceAll('.', String.raw`\.`) }
  })
  return {
    pattern: new RegExp(`^${segments.map(({ pattern }) => pattern).join('/')}$`),
    width: segments.map(({ width }) => width).join(''),
  }
}

const answers: Record<string, readonly [status: number, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    431,
    `Address and headers of the request are too long: the limit is ${maxHeaderSize / 1024} KiB together`,
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not come in whole in time'],
}

/** Answers a request that Node.js cannot parse and no route sees, in the form of other refusals. */
export function answerClientError({ code = '' }: { code?: string }, socket: Socket): void {
  if (code === 'ECONNRESET' || socket.destroyed) return
  const [status, message] = answers[code] ?? [400, 'The request is not HTTP']
  const body = JSON.stringify({ message })
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-ID: ${randomUUID()}`,
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ]
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroy()
}
