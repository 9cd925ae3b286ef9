import type { FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Endpoint } from '#contract/common/endpoint.ts'
import {
  idempotencyHeader,
  idempotencyKey,
  takesIdempotencyKey,
} from '#contract/common/idempotency-key.ts'
import { fieldProblem } from '#server/platform/problem.ts'
import type { DecodedInput } from './decode-input.ts'

/**
 * Returns the Idempotency-Key of a request, or null if none applies.
 * @throws Problem 400 when it is malformed
 */
export function keyOfRequest(request: FastifyRequest, endpoint: Endpoint): string | null {
  const given = request.headers[idempotencyHeader.toLowerCase()]
  if (given === undefined || !takesIdempotencyKey(endpoint)) return null
  const result = idempotencyKey.safeParse(given)
  if (result.success) return result.data
  throw fieldProblem(idempotencyHeader, 'Input should be 1 to 255 visible ASCII characters', given)
}

/** Hash of a request: method, path with query, JSON as sent, and the file. */
export function hashOfRequest(request: FastifyRequest, input: DecodedInput): Buffer {
  const { raw, file, url } = input
  const content = file && ('text' in file ? sha256(file.text).toString('hex') : file.sha256)
  return sha256(JSON.stringify([request.method, url, raw, file?.name ?? null, content ?? null]))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest()
