import { reevaluateNow, type ReevaluationContext } from '#server/evaluation/queue.ts'
import { forEachIsolated } from '#server/jobs/background-loop.ts'
import { automaticActor } from '#server/platform/actor.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'
import { endLocked, findLocked } from './end-override.ts'
import { listExpired } from './state-queries.ts'

/** Batch size. */
const batch = 50

/** Ends expired overrides: what counted before counts again. @returns number of overrides ended */
export async function expireOverrides(
  { org, newId }: ReevaluationContext,
  now: number,
): Promise<number> {
  const ids = await listExpired(org, now, batch)
  await forEachIsolated(ids, (id) => expire({ org, newId }, id, now))
  return ids.length
}

function expire(
  { org: outer, newId }: ReevaluationContext,
  id: string,
  now: number,
): Promise<void> {
  return outer.transaction(async (org) => {
    const override = await findLocked(org, id)
    // It may have been ended or renewed meanwhile.
    if (!override || override.ended_at !== null) return
    if (override.expires_at === null || override.expires_at > now) return
    const actor = {
      ...automaticActor,
      responsibleId: '',
      keyLabel: null,
      keyEndsAt: null,
      keyMadeAt: null,
      signedInAt: null,
      requestId: null,
      isServiceAccount: false,
    }
    const by = { actor, role: 'reader' } as const
    const write: UnitOfWork = { org, orgName: '', ...by, at: now, newId, ifMatch: null, queued: [] }
    await endLocked(write, override, { kind: 'expired', reason: '' })
    if (write.queued.length > 0) {
      org.afterCommit((after) => reevaluateNow({ org: after, newId }, write.queued))
    }
  })
}
