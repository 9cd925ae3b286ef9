import { Problem } from '#server/platform/problem.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { listOwnAccounts } from './review-queries.ts'

/** An exception that is to be reviewed, and how a refusal names it. */
interface Reviewed {
  created_by_id: string | null
  what?: string
}

/** Returns why somebody may not review an exception; null if they may. Accounts are told by id. */
export function reviewRefusal(
  { created_by_id, what = 'this exception' }: Reviewed,
  reviewer: { userId: string; isServiceAccount: boolean },
  ownAccounts: readonly string[],
): { code: 'own_exception' | 'person_only'; message: string } | null {
  if (reviewer.isServiceAccount) {
    const message = 'A service account cannot review an exception: a person has to'
    return { code: 'person_only', message }
  }
  if (created_by_id === null) return null
  if (created_by_id === reviewer.userId || ownAccounts.includes(created_by_id)) {
    const message = `You made ${what} yourself: another person has to review it`
    return { code: 'own_exception', message }
  }
  return null
}

/** Requires that the caller may review exceptions. @throws Problem 403 for what they made themselves */
export async function requireReviewer(
  { org, actor }: UnitOfWork,
  exceptions: readonly Reviewed[],
): Promise<void> {
  const own = await listOwnAccounts(org, actor.responsibleId)
  for (const exception of exceptions) {
    const refusal = reviewRefusal(exception, actor, own)
    if (refusal) throw new Problem(403, refusal.message, { code: refusal.code })
  }
}
