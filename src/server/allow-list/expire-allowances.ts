import { auditEntryStatements } from '#server/audit-log/queries.ts'
import { reevaluateEnvironment } from '#server/evaluation/evaluate-environment.ts'
import type { ReevaluationContext } from '#server/evaluation/queue.ts'
import { forEachIsolated } from '#server/jobs/for-each-isolated.ts'
import { lockById } from '#server/snapshot/member-queries.ts'
import { expiredIn, type ExpiredRow, removeExpired } from './queries.ts'

/** Environments at a time. */
const batch = 50

/**
 * Ends expired allowances and re-evaluates the artifacts where they run.
 * @returns number of environments with ended allowances
 */
export async function expireAllowances(
  { org, newId }: ReevaluationContext,
  now: number,
): Promise<number> {
  const environmentIds = await expiredIn(org, now, batch)
  await forEachIsolated(environmentIds, (id) => endIn({ org, newId }, id, now))
  return environmentIds.length
}

function endIn({ org: outer, newId }: ReevaluationContext, id: string, now: number): Promise<void> {
  return outer.transaction(async (org) => {
    const environment = await lockById(org, id)
    if (!environment) return
    const ended = await removeExpired(org, id, now)
    const environment_name = environment.name
    for (const { fingerprint, name, ...by } of ended) {
      await org.executeBatch(
        auditEntryStatements(org, {
          id: newId(),
          at: now,
          actor: actorOf(by),
          kind: 'allowance_expired',
          subject: { environment_name },
          body: {
            environment_name,
            fingerprint,
            artifact_name: name,
            is_allowed: false,
            is_expired: true,
          },
          before: { is_allowed: true },
        }),
      )
    }
    if (ended.length === 0 || environment.archived_at !== null) return
    const reasons = ended.map((one) => ({ fingerprint: one.fingerprint, cause: causeOf(one, now) }))
    await reevaluateEnvironment({ org, newId, at: now }, environment, reasons)
  })
}

type Author = Pick<ExpiredRow, 'expires_by' | 'expires_by_id'>

/** The person who set the end. */
const actorOf = ({ expires_by, expires_by_id }: Author) => ({
  userId: expires_by_id ?? '',
  name: expires_by ?? '',
  keyId: null,
  address: null,
})

function causeOf({ fingerprint, ...by }: ExpiredRow, at: number) {
  const { userId: by_id, name } = actorOf(by)
  const change = { kind: 'allow_list' as const, fingerprint, is_allowed: false, is_expired: true }
  return { ...change, by: name, by_id, at }
}
