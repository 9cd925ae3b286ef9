import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createSession } from '#contract/session.ts'
import { Problem } from '../problem.ts'

/** Failed sign-ins that one address may make in a minute. */
const maxFailures = 10

/**
 * Slows down guessing: after too many failed sign-ins, an address is told to wait.
 * @returns what to answer for an error: itself, or a 429 in its place
 */
export async function limitFailedSignIns(
  app: FastifyInstance,
): Promise<(error: unknown, request: FastifyRequest) => Promise<unknown>> {
  await app.register(rateLimit, { global: false })
  const count = app.createRateLimit({ max: maxFailures, timeWindow: '1 minute' })
  return async (error, request) => {
    const signIn = request.routeOptions.url === `/api/v2${createSession.path}`
    if (!signIn || !(error instanceof Problem) || error.status !== 401) return error
    const limit = await count(request)
    if (limit.isAllowed || !limit.isExceeded) return error
    const seconds = limit.ttlInSeconds
    return new Problem(429, `Too many failed sign-ins: wait ${seconds} seconds`, {
      headers: { 'retry-after': String(seconds) },
    })
  }
}
