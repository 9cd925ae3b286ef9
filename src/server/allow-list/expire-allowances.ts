import { appendAuditEntry } from '#server/audit-log/append-entry.ts'
import { reevaluateEnvironment } from '#server/evaluation/evaluate-environment.ts'
import type { ReevaluationContext } from '#server/evaluation/queue.ts'
import { forEachIsolated } from '#server/jobs/background-loop.ts'
import { automaticActor } from '#server/platform/actor.ts'
import { lockById } from '#server/snapshot/member-queries.ts'
import { endExpired, expiredIn, type ExpiredRow } from './queries.ts'

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
    const ended = await endExpired(org, id, now)
    const environment_name = environment.name
    const write = { org, at: now, newId, actor: automaticActor }
    for (const { fingerprint, name, expires_by } of ended) {
      await appendAuditEntry(write, {
        kind: 'allowance_expired',
        subject: { environment_name },
        body: {
          environment_name,
          fingerprint,
          artifact_name: name,
          is_allowed: false,
          is_expired: true,
          end_set_by: expires_by,
        },
        before: { is_allowed: true },
      })
    }
    if (ended.length === 0 || environment.archived_at !== null) return
    const reasons = ended.map((one) => ({ fingerprint: one.fingerprint, cause: causeOf(one, now) }))
    await reevaluateEnvironment({ org, newId, at: now }, environment, reasons)
  })
}

function causeOf({ fingerprint }: ExpiredRow, at: number) {
  const change = { kind: 'allow_list' as const, fingerprint, is_allowed: false, is_expired: true }
  return { ...change, by: automaticActor.name, by_id: automaticActor.userId, at }
}
