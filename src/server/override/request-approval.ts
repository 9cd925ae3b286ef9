import type { OverrideSettings } from '#contract/override/override-settings.ts'
import { approvalRefusal } from '#domain/override/override-rules.ts'
import { Problem } from '#server/platform/problem.ts'
import { isOwnAccount } from '#server/service-account/queries.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

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
  { org, actor }: UnitOfWork,
  settings: OverrideSettings,
  { requested_by_id, role }: { requested_by_id: string | null; role: string },
): Promise<void> {
  const isOwn =
    requested_by_id === actor.userId ||
    (requested_by_id !== null && (await isOwnAccount(org, requested_by_id, actor.responsibleId)))
  const refusal = approvalRefusal(settings, { ...actor, role }, isOwn)
  if (refusal !== null) throw new Problem(403, refusal.message, { code: refusal.code })
}
