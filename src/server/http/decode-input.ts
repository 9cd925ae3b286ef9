import { Readable } from 'node:stream'
import type { FastifyRequest, FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { ArchivedChoice } from '#contract/common/archived.ts'
import type { Endpoint, JsonBody, MultipartBody } from '#contract/common/endpoint.ts'
import { maxLengths } from '#contract/common/fields.ts'
import { type ValidationProblem, describeIssue } from '#contract/common/validation-message.ts'
import type { EvidenceReceiver } from '#server/platform/evidence-store.ts'
import { validationProblem, schemaProblem, fieldProblem } from '#server/platform/problem.ts'
import { findUnstorableText } from '#server/platform/storable-text.ts'
import type { Input } from '#server/request/handler.ts'
import { addressOf } from './authenticate.ts'
import type { KnownItems } from './known-items.ts'
import { readJson } from './read-json.ts'
import { type Parts, readMultipart, discard } from './read-multipart.ts'

type Shape = Record<string, z.core.$ZodType>
type Def = z.core.$ZodTypeDef & {
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  format?: string
}

/** Strips optional, nullable and default wrappers from a schema. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = (schema._zod.def as Def).innerType
  return inner ? unwrap(inner) : schema
}

type Decoded = { value: unknown } | { reason: string }

function decodeOne(schema: z.core.$ZodType, text: string): Decoded {
  if (text.length > maxLengths.text) {
    return { reason: `String should have at most ${maxLengths.text} characters` }
  }
  const def = schema._zod.def as Def
  if (def.type === 'number') {
    const isInteger = def.format === 'safeint'
    const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
    if (isInteger ? Number.isSafeInteger(number) : Number.isFinite(number)) return { value: number }
    return { reason: `Input should be a valid ${isInteger ? 'integer' : 'number'}` }
  }
  if (def.type === 'boolean') {
    if (/^(true|1)$/i.test(text)) return { value: true }
    if (/^(false|0)$/i.test(text)) return { value: false }
    return { reason: 'Input should be a valid boolean' }
  }
  return { value: text }
}

/** Parses the parameters of a query, and those that are no valid text. */
function readTexts(query: string): { texts: Map<string, string[]>; refusals: ValidationProblem[] } {
  const texts = new Map<string, string[]>()
  const refusals: ValidationProblem[] = []
  for (const pair of query.split('&')) {
    const [rawName = '', ...rest] = pair.split('=')
    const rawText = rest.join('=')
    const [name, text] = [decodeText(rawName), decodeText(rawText)]
    if (name === null || text === null) {
      const path = [name ?? rawName]
      refusals.push({ path, reason: 'Input should be percent-encoded UTF-8', input: pair })
    } else {
      refusals.push(...findUnstorableText({ [name]: text }))
      texts.set(name, [...(texts.get(name) ?? []), text])
    }
  }
  return { texts, refusals }
}

/** Strict, where URLSearchParams would put U+FFFD in place of invalid bytes. */
function decodeText(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

/**
 * Converts query text to the values of a schema: numbers, booleans, repeated parameters as lists.
 * An empty value is an absent one. A parameter that is no list takes one value, however often it is
 * given.
 */
function decodeQuery(
  schema: z.ZodMiniObject | undefined,
  query: string,
): { values: Record<string, unknown>; refusals: ValidationProblem[] } {
  const values: Record<string, unknown> = {}
  const { texts: given, refusals } = readTexts(query)
  const refused = new Set(refusals.map(({ path }) => path[0]))
  for (const [name, wrapped] of Object.entries((schema?.shape ?? {}) as Shape)) {
    const texts = (given.get(name) ?? []).filter((text) => text !== '')
    if (texts.length === 0 || refused.has(name)) continue
    const field = unwrap(wrapped)
    const element = (field._zod.def as Def).element
    const decoded: unknown[] = []
    const other = element ? undefined : texts.find((text) => text !== texts[0])
    if (other !== undefined) {
      refusals.push({ path: [name], reason: 'Parameter takes one value only', input: other })
      continue
    }
    for (const text of element ? texts : texts.slice(0, 1)) {
      const result = decodeOne(element ? unwrap(element) : field, text)
      if ('reason' in result) refusals.push({ path: [name], reason: result.reason, input: text })
      else decoded.push(result.value)
    }
    values[name] = element ? decoded : decoded[0]
  }
  return { values, refusals }
}

/** Receivers of the parts of a request that are stored. */
interface Receivers {
  evidence: EvidenceReceiver
  known: KnownItems
}

/** A validated request of any endpoint, and which archived records it asks to see. */
export interface DecodedInput extends Omit<Input<Endpoint>, 'file'> {
  archived: ArchivedChoice
  file: Parts['file'] | undefined
}

/**
 * Decodes a request to the validated input of its endpoint.
 * @throws Problem 400 or 413 naming every refused field
 */
export async function decodeInput(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  { evidence, known }: Receivers,
): Promise<DecodedInput> {
  const params = request.params as Record<string, string>
  const unstorable = findUnstorableText(params)
  if (unstorable.length) throw validationProblem(unstorable)
  const named = endpoint.params?.safeParse(params, { reportInput: true })
  if (named?.error) throw schemaProblem(named.error.issues, 'path')
  const { archived, query } = readQuery(request, endpoint)
  const payload = await readPayload(request, endpoint, { evidence, known })
  return {
    params,
    archived,
    query: query as never,
    body: payload.body as never,
    raw: payload.raw,
    file: payload.file,
    url: request.url,
    address: addressOf(request),
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
  // A client that left before this point emits no further event.
  if (reply.raw.destroyed) gone.abort()
  return gone.signal
}

/** The query, and apart from it what it says of what is archived where the endpoint can see that. */
function readQuery(
  request: FastifyRequest,
  endpoint: Endpoint,
): { archived: ArchivedChoice; query: unknown } {
  const query = validateQuery(request, endpoint)
  if (!endpoint.archived) return { archived: 'exclude', query }
  const { archived, ...rest } = query as { archived: ArchivedChoice }
  return { archived, query: rest }
}

function validateQuery(request: FastifyRequest, endpoint: Endpoint): unknown {
  const text = request.url.split('?').slice(1).join('?')
  const { values, refusals } = decodeQuery(endpoint.query, text)
  const refusedNames = new Set(refusals.map((refusal) => refusal.path[0]))
  if (!endpoint.query) {
    if (refusals.length) throw validationProblem(refusals)
    return {}
  }
  const result = endpoint.query.safeParse(values, { reportInput: true })
  if (result.success && refusals.length === 0) return result.data
  const issues = result.success ? [] : describeIssue(result.error.issues)
  // Refusals in a query name the parameter only, also if it is repeated.
  const named = issues.map((issue) => ({ ...issue, path: issue.path.slice(0, 1) }))
  throw validationProblem([...refusals, ...named.filter(({ path }) => !refusedNames.has(path[0]))])
}

interface Payload {
  body: unknown
  raw: string
  file: Parts['file'] | undefined
}

async function readPayload(
  request: FastifyRequest,
  endpoint: Endpoint,
  { evidence, known }: Receivers,
): Promise<Payload> {
  const { body } = endpoint
  if (!body) return { body: undefined, raw: '', file: undefined }
  if (body.kind === 'json') {
    if (request.body instanceof Readable) throw wrongType(request, 'application/json')
    const bytes = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
    const again =
      body.repeats && known.read(bytes, body.repeats, request.url.split('?', 1)[0] ?? '')
    if (again) return { body: again.value, raw: again.raw, file: undefined }
    const json = body.secret ? readSecret(bytes) : readJson(bytes, 'body')
    return { body: validate(body, json, 'body'), raw: json.raw, file: undefined }
  }
  if (!(request.body instanceof Readable)) throw wrongType(request, 'multipart/form-data')
  const { json, file } = await readMultipart(request.body, request.headers, body, evidence)
  try {
    const sent = readJson(json, body.part)
    return { body: validate(body, sent, body.part), raw: sent.raw, file }
  } catch (error) {
    await discard(file)
    throw error
  }
}

type Json = ReturnType<typeof readJson>

function readSecret(bytes: Buffer) {
  try {
    return readJson(bytes, 'body')
  } catch {
    throw fieldProblem('body', 'Input should be a valid JSON object')
  }
}

function validate(body: JsonBody | MultipartBody, { value, raw }: Json, whole: string) {
  const isSecret = body.kind === 'json' && body.secret
  const result = check(body.schema, value)
  if (!result) {
    const input = isSecret ? undefined : raw
    throw fieldProblem(whole, 'Input has more errors than can be named', input)
  }
  if (result.success) return result.data
  const refusals = describeIssue(result.error.issues)
  throw validationProblem(
    isSecret ? refusals.map((it) => ({ ...it, input: undefined })) : refusals,
    whole,
  )
}

/** Zod collects issues with spread calls, which overflow the stack from 100,000 on. */
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
  return fieldProblem('Content-Type', `Input should be '${expected}'`, given)
}
