import * as z from 'zod/mini'
import { type Endpoint, roles } from './endpoint.ts'

/** Request header that names one call, so that repeating it does nothing twice. */
export const idempotencyHeader = 'Idempotency-Key'

/** A key that a client makes up for a call: visible ASCII. */
export const idempotencyKey = z.string().check(z.regex(/^[\x21-\x7e]{1,255}$/))

/**
 * Whether an endpoint takes an Idempotency-Key: every write to an organization does, but one whose
 * body or answer holds secrets, since a hash and a copy of them are kept.
 */
export const takesIdempotencyKey = ({ method, access, body, answersSecret }: Endpoint): boolean =>
  method !== 'GET' &&
  roles.some((role) => role === access) &&
  !answersSecret &&
  !(body?.kind === 'json' && body.secret)
