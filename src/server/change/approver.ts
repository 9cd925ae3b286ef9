import type { OverrideSettings } from '#contract/organization-settings.ts'
import { approvalRefusal } from '#domain/override-rules.ts'
import { Problem } from '../problem.ts'
import { isOwnAccount } from '../service-account/queries.ts'
import type { Write } from './write.ts'

/**
 * Says that the caller may decide about what somebody asks for: never about what they, or a service
 * account of theirs, ask for themselves. @throws Problem 403
 */
export async function requireApprover(
  { org, actor }: Write,
  settings: OverrideSettings,
  { requested_by_id, role }: { requested_by_id: string; role: string },
): Promise<void> {
  const isOwn =
    requested_by_id === actor.userId || (await isOwnAccount(org, requested_by_id, actor))
  const refusal = approvalRefusal(settings, { ...actor, role }, isOwn)
  if (refusal !== null) throw new Problem(403, refusal)
}
