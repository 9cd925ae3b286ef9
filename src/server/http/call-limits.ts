import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createSession } from '#contract/session/session.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Metrics } from '#server/platform/metrics.ts'
import { Problem } from '#server/platform/problem.ts'
import { addressOf } from './authenticate.ts'

/** Refused sign-ins that one address may make in a minute. */
const maxRefusedSignIns = 10

/** Calls in a minute, in all processes together; null for any number. */
interface CallLimits {
  perKey: number | null
  perOrganization: number | null
}

export interface CallLimitOptions {
  /** Counts a call of this minute in all processes. */
  count: (key: string, now: number) => { current: number; ttl: number }
  clock: Clock
  limits: CallLimits
  metrics: Metrics
}

/** Refuses what an address, a key or an organization does too often, in all processes together. */
export interface Limiter {
  /**
   * Slows down guessing: after too many refused sign-ins, whatever was wrong with them, an address
   * has to wait. A valid key still works, as others may share the address.
   * @returns the answer for an error: itself, or a 429 in its place
   */
  refusedSignIn(error: unknown, request: FastifyRequest): Promise<unknown>
  /**
   * Counts a call with a key; those of people in the dashboard have no limit.
   * @throws Problem 429
   */
  callWithKey(request: FastifyRequest): Promise<void>
}

/** Registers the limits of calls. */
export async function limitCalls(
  app: FastifyInstance,
  options: CallLimitOptions,
): Promise<Limiter> {
  const { count, clock, limits, metrics } = options
  /** A store as the plugin wants it: the names of keys keep limits apart. */
  class Store {
    incr(key: string, done: (error: null, result: { current: number; ttl: number }) => void) {
      done(null, count(key, clock()))
    }
    child() {
      return this
    }
  }
  await app.register(rateLimit, { global: false, store: Store })
  const limit = (max: number, keyGenerator: (request: FastifyRequest) => string) =>
    app.createRateLimit({ max, timeWindow: '1 minute', keyGenerator })
  const require = async (
    kind: 'sign_in' | 'key' | 'organization',
    used: Promise<{ isAllowed: boolean; isExceeded?: boolean; ttlInSeconds?: number }>,
    sentence: string,
  ) => {
    const { isExceeded, ttlInSeconds = 60 } = await used
    if (!isExceeded) return
    metrics.limited(kind)
    throw new Problem(429, `${sentence}: wait ${ttlInSeconds} seconds`, {
      headers: { 'retry-after': String(ttlInSeconds) },
    })
  }
  const countRefused = limit(maxRefusedSignIns, (request) => `sign-in ${addressOf(request)}`)
  const { perKey, perOrganization } = limits
  const countOfKey = perKey && limit(perKey, ({ caller }) => `key ${caller?.actor.keyId}`)
  const countOfOrganization =
    perOrganization &&
    limit(perOrganization, ({ caller }) => `organization ${caller?.org?.database.orgId}`)
  return {
    async refusedSignIn(error, request) {
      const { status, statusCode = status ?? 500 } = error as {
        status?: number
        statusCode?: number
      }
      // Failures of the service itself are no guesses.
      if (statusCode >= 500) return error
      const { method, url } = request.routeOptions
      const isSignIn = method === createSession.method && url === `/api/v2${createSession.path}`
      const isScim = statusCode === 401 && url?.startsWith('/scim')
      if (!isSignIn && !isScim) return error
      if (isSignIn) metrics.signInRefused('key_or_link')
      return require('sign_in', countRefused(request), 'Too many failed sign-ins').then(
        () => error,
        (problem: unknown) => problem,
      )
    },

    async callWithKey(request) {
      const { caller } = request
      if (!caller?.actor.keyId) return
      if (countOfKey)
        await require('key', countOfKey(request), `This key may make ${perKey} calls a minute`)
      if (countOfOrganization && caller.org)
        await require('organization', countOfOrganization(
          request,
        ), `Keys may make ${perOrganization} calls a minute to ${caller.org.name}`)
    },
  }
}
