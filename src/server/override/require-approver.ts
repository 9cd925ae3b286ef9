import type { OverrideSettings } from '#contract/override/override-settings.ts'
import { approvalRefusal } from '#domain/override/override-rules.ts'
import { Problem } from '#server/platform/problem.ts'
import { isOwnAccount } from '#server/service-account/queries.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

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
