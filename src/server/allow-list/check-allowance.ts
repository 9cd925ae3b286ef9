import { allowanceProposalsPath } from '#contract/allow-list/allowance-proposal.ts'
import type { OverrideSettings } from '#contract/override/override-settings.ts'
import { checkExpiry, needsApproval } from '#domain/override/override-rules.ts'
import type { LockedEnvironment } from '#server/evaluation/evaluate-environment.ts'
import { findSettings } from '#server/organization/queries.ts'
import { requireApprover } from '#server/override/require-approver.ts'
import { fieldProblem, Problem } from '#server/platform/problem.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import type { AllowedRow } from './queries.ts'

/** When an entry would end by the organization's rules, or why it is refused. */
export const checkAllowedUntil = (
  settings: OverrideSettings,
  requested: number | null | undefined,
  now: number,
) => checkExpiry(settings, requested, now, 'entry of an allow-list')

/** What an entry is about, and when it ends. */
interface Allowance {
  name: string
  description: string
  expires_at: number | null
}

/**
 * Checks the end of an entry. An entry that stands keeps its end unless another one is asked for.
 * @returns the end, null for never, and the settings
 * @throws Problem 400 for the past or beyond the organization's maximum
 */
export async function validateAllowedUntil(
  { org, at }: UnitOfWork,
  requested: number | null | undefined,
  before?: Pick<AllowedRow, 'expires_at'>,
): Promise<{ expires_at: number | null; settings: OverrideSettings }> {
  const { settings } = await findSettings(org, 'overrides')
  if (before && (requested === undefined || requested === before.expires_at)) {
    return { expires_at: before.expires_at, settings }
  }
  const expiry = checkAllowedUntil(settings, requested, at)
  if ('refusal' in expiry) throw fieldProblem('expires_at', expiry.refusal, requested)
  return { ...expiry, settings }
}

/**
 * Requires that the caller may make an entry, or change one so, where a second person has to
 * approve: nobody makes one alone, and only an approver changes its reason, its name or lets it
 * last longer.
 * @throws Problem 403
 */
export async function requireAllowing(
  write: UnitOfWork,
  settings: OverrideSettings,
  {
    environment: { name, tags },
    before,
    after,
  }: {
    environment: Pick<LockedEnvironment, 'name'> & { tags: Record<string, string> }
    before: AllowedRow | undefined
    after: Allowance
  },
): Promise<void> {
  if (!needsApproval(settings, 'environment', tags)) return
  if (!before) {
    const path = `/api/v2${allowanceProposalsPath.replace('{org}', write.orgName)}`
    throw new Problem(
      403,
      `The allow-list of environment '${name}' takes the approval of a second person: ask for it by POST ${path}`,
      { code: 'approval_required' },
    )
  }
  const isLater = (after.expires_at ?? Infinity) > (before.expires_at ?? Infinity)
  const isOther = after.name !== before.name || after.description !== before.description
  if (!isLater && !isOther) return
  await requireApprover(write, settings, {
    requested_by_id: before.created_by_id,
    role: write.role,
  })
}
