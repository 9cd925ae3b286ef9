import type { FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'
import type * as z from 'zod/mini'
import type { Endpoint, JsonBody, MultipartBody } from '#contract/endpoint.ts'
import { explain } from '#contract/issue.ts'
import type { EvidenceStore } from '../evidence/store.ts'
import type { Input } from '../handler.ts'
import { refused, refusedBySchema, refusedField } from '../problem.ts'
import { decodeQuery } from './decode-query.ts'
import { readJson } from './read-json.ts'
import { discard, type Parts, readMultipart } from './read-multipart.ts'
import { findUnstorable } from '../text.ts'

/** A validated request of whichever endpoint. */
export interface DecodedInput extends Omit<Input<Endpoint>, 'file'> {
  file: Parts['file'] | undefined
}

/**
 * Turns a request into the validated input of its endpoint.
 * @throws Problem 400 or 413 naming every refused field
 */
export async function decodeInput(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  evidence: EvidenceStore,
): Promise<DecodedInput> {
  const params = request.params as Record<string, string>
  const unstorable = findUnstorable(params)
  if (unstorable.length) throw refused(unstorable)
  const named = endpoint.params?.safeParse(params, { reportInput: true })
  if (named?.error) throw refusedBySchema(named.error.issues, 'path')
  const query = readQuery(request, endpoint)
  const payload = await readPayload(request, endpoint, evidence)
  return {
    params,
    query: query as never,
    body: payload.body as never,
    raw: payload.raw,
    file: payload.file,
    url: request.url,
    address: request.ip,
    requestId: request.id,
    signal: endpoint.response === 'events' ? closeSignal(reply) : neverAborted,
    header: (name) => [request.headers[name]].flat()[0],
  }
}

const neverAborted = new AbortController().signal

/** Aborted when the client goes away: only streams outlive their handler. */
function closeSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  // Whoever left during the checks before this point sends no second sign.
  if (reply.raw.destroyed) gone.abort()
  return gone.signal
}

function readQuery(request: FastifyRequest, endpoint: Endpoint): unknown {
  if (!endpoint.query) return {}
  const text = request.url.split('?').slice(1).join('?')
  const { values, refusals } = decodeQuery(endpoint.query, new URLSearchParams(text))
  const refusedNames = new Set(refusals.map((refusal) => refusal.path[0]))
  const result = endpoint.query.safeParse(values, { reportInput: true })
  if (result.success && refusals.length === 0) return result.data
  const issues = result.success ? [] : explain(result.error.issues)
  // A query's refusals go by the parameter's name alone, also where it is repeated (wire.md 2.3).
  const named = issues.map((issue) => ({ ...issue, path: issue.path.slice(0, 1) }))
  throw refused([...refusals, ...named.filter(({ path }) => !refusedNames.has(path[0]))])
}

interface Payload {
  body: unknown
  raw: string
  file: Parts['file'] | undefined
}

async function readPayload(
  request: FastifyRequest,
  endpoint: Endpoint,
  evidence: EvidenceStore,
): Promise<Payload> {
  const { body } = endpoint
  if (!body) return { body: undefined, raw: '', file: undefined }
  if (body.kind === 'json') {
    if (request.body instanceof Readable) throw wrongType(request, 'application/json')
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
    const { value, raw } = body.secret ? readSecret(bytes) : readJson(bytes, 'body')
    return { body: validate(body, value, 'body'), raw, file: undefined }
  }
  if (!(request.body instanceof Readable)) throw wrongType(request, 'multipart/form-data')
  const { json, file } = await readMultipart(request.body, request.headers, body, evidence)
  try {
    const { value, raw } = readJson(json, body.part)
    return { body: validate(body, value, body.part), raw, file }
  } catch (error) {
    await discard(file)
    throw error
  }
}

function readSecret(bytes: Buffer) {
  try {
    return readJson(bytes, 'body')
  } catch {
    throw refusedField('body', 'Input should be a valid JSON object')
  }
}

function validate(body: JsonBody | MultipartBody, value: unknown, whole: string) {
  const result = check(body.schema, value)
  if (!result) throw refusedField(whole, 'Input has more errors than can be named')
  if (result.success) return result.data
  const refusals = explain(result.error.issues)
  const isSecret = body.kind === 'json' && body.secret
  throw refused(isSecret ? refusals.map((it) => ({ ...it, input: undefined })) : refusals, whole)
}

/** Zod gathers what it refuses with spread calls, which overflow the stack from 100,000 on. */
function check(schema: z.ZodMiniType, value: unknown) {
  try {
    return schema.safeParse(value, { reportInput: true })
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

function wrongType(request: FastifyRequest, expected: string) {
  const given = request.headers['content-type'] ?? ''
  return refusedField('Content-Type', `Input should be '${expected}'`, given)
}
