import type { OverrideSettings } from '#contract/override/override-settings.ts'
import { approvalRefusal, checkExpiry } from '#domain/override/override-rules.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import { isOwnAccount } from '#server/service-account/queries.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

/** Name of an exception in refusals of its end, and the requested end. */
interface RequestedEnd {
  thing: 'override' | 'entry'
  /** Unix seconds; null for never, undefined for the organization's default. */
  expires_at: number | null | undefined
}

const checkEnd = (settings: OverrideSettings, { thing, expires_at }: RequestedEnd, now: number) =>
  checkExpiry(settings, expires_at, now, thing === 'entry' ? 'entry of an allow-list' : thing)

/**
 * Requires that the organization allows an end.
 * @returns it, null for never
 * @throws Problem 400 for the past or beyond the organization's maximum
 */
export function requireExpiry(
  settings: OverrideSettings,
  requested: RequestedEnd,
  now: number,
): number | null {
  const expiry = checkEnd(settings, requested, now)
  if ('refusal' in expiry) throw fieldProblem('expires_at', expiry.refusal, requested.expires_at)
  return expiry.expires_at
}

/**
 * Requires that the organization still allows the end that a request was made with.
 * @returns it, null for never
 * @throws Problem 409
 */
export function requireExpiryStillAllowed(
  settings: OverrideSettings,
  requested: RequestedEnd,
  now: number,
): number | null {
  const expiry = checkEnd(settings, requested, now)
  if (!('refusal' in expiry)) return expiry.expires_at
  const message = `The ${requested.thing} can no longer be made as it was asked for: expires_at: ${expiry.refusal}`
  throw new Problem(409, message, { code: 'request_outdated' })
}

/**
 * The refusal of an exception that has to be requested.
 * @param takes what takes an approval: "Overrides on flow 'x' take"
 * @param path where it is requested, with `{org}`
 */
export function approvalRequired({ orgName }: UnitOfWork, takes: string, path: string): Problem {
  const url = `/api/v2${path.replace('{org}', orgName)}`
  return new Problem(403, `${takes} the approval of a second person: ask for it by POST ${url}`, {
    code: 'approval_required',
  })
}

/** Outcome of a request; null while it waits. */
interface Decision {
  decision: string | null
  by: string | null
  at: number | null
}

/** Requires that nobody has decided about a request yet. @throws Problem 409 naming the decision */
export function requireUndecided({ decision, by, at }: Decision): void {
  if (decision === null) return
  const instant = new Date((at ?? 0) * 1_000).toISOString()
  const name = by === null ? '' : ` by '${by}'`
  throw new Problem(409, `The request was ${decision}${name} at ${instant}`, {
    code: 'request_decided',
  })
}

/** Requires that the caller made a request. @throws Problem 403 */
export function requireRequester(
  { actor }: UnitOfWork,
  { name, id }: { name: string; id: string | null },
): void {
  if (id === actor.userId) return
  throw new Problem(403, `Only '${name}', who asked for it, can withdraw the request`, {
    code: 'not_requester',
  })
}

/**
 * Requires that the caller may decide on a request: never on their own, nor on that of a service
 * account that they answer for, through however many others.
 * @throws Problem 403
 */
export async function requireApprover(
  { org, actor, role }: UnitOfWork,
  settings: OverrideSettings,
  requesterId: string | null,
): Promise<void> {
  const isOwn =
    requesterId === actor.userId ||
    (requesterId !== null && (await isOwnAccount(org, requesterId, actor.responsibleId)))
  const refusal = approvalRefusal(settings, { ...actor, role }, isOwn)
  if (refusal !== null) throw new Problem(403, refusal.message, { code: refusal.code })
}
