import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createSession } from '#contract/session/session.ts'
import { Problem } from '#server/platform/problem.ts'
import { addressOf } from './authenticate.ts'

/** Refused sign-ins that one address may make in a minute. */
const maxRefused = 10

/**
 * Slows down guessing: after too many refused sign-ins, whatever was wrong with them, an address
 * has to wait. A valid key still works, as others may share the address.
 * @returns the answer for an error: itself, or a 429 in its place
 */
export async function limitRefusedSignIns(
  app: FastifyInstance,
): Promise<(error: unknown, request: FastifyRequest) => Promise<unknown>> {
  await app.register(rateLimit, { global: false, keyGenerator: addressOf })
  const count = app.createRateLimit({ max: maxRefused, timeWindow: '1 minute' })
  return async (error, request) => {
    const { status, statusCode = status ?? 500 } = error as { status?: number; statusCode?: number }
    // Failures of the service itself are no guesses.
    if (statusCode >= 500) return error
    const { method, url } = request.routeOptions
    if (method !== createSession.method || url !== `/api/v2${createSession.path}`) return error
    const limit = await count(request)
    if (limit.isAllowed || !limit.isExceeded) return error
    const seconds = limit.ttlInSeconds
    return new Problem(429, `Too many failed sign-ins: wait ${seconds} seconds`, {
      headers: { 'retry-after': String(seconds) },
    })
  }
}
