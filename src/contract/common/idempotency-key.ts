import * as z from 'zod/mini'
import { type Endpoint, roles } from './endpoint.ts'

/** Request header that identifies a call, so that a repetition has no further effect. */
export const idempotencyHeader = 'Idempotency-Key'

/** A key that a client chooses for a call: visible ASCII. */
export const idempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/))

/**
 * Returns whether an endpoint takes an Idempotency-Key: every write to an organization does, but one
 * whose body or response holds secrets, since a hash and a copy of them are stored.
 */
export const takesIdempotencyKey = ({ method, access, body, answersSecret }: Endpoint): boolean =>
  method !== 'GET' &&
  roles.some((role) => role === access) &&
  !answersSecret &&
  !(body?.kind === 'json' && body.secret)
