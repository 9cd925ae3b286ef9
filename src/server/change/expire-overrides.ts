import { findOverride, listExpired } from '../override/state-queries.ts'
import { drainOwn, type Evaluator } from './drain-dirty.ts'
import { eachByItself } from './each-by-itself.ts'
import { endLocked, lockOverride } from './end-override.ts'
import type { Write } from './write.ts'

/** Overrides at a time. */
const batch = 50

/** Ends the overrides whose time is over: what counted before counts again. @returns how many */
export async function expireOverrides({ org, newId }: Evaluator, now: number): Promise<number> {
  const ids = await listExpired(org, now, batch)
  await eachByItself(ids, (id) => expire({ org, newId }, id, now))
  return ids.length
}

function expire({ org: outer, newId }: Evaluator, id: string, now: number): Promise<void> {
  return outer.transaction(async (org) => {
    const found = await findOverride(org, id)
    if (!found || found.ended_at !== null) return
    // It is the doing of who set the end.
    const actor = {
      userId: found.expires_by_id ?? found.created_by_id,
      name: found.expires_by ?? '',
      keyId: null,
      keyLabel: null,
      address: null,
      requestId: null,
      isServiceAccount: false,
    }
    const write: Write = { org, orgName: '', actor, at: now, newId, ifMatch: null, dirty: [] }
    const override = await lockOverride(write, id)
    // Somebody may have renewed it meanwhile.
    if (override.expires_at === null || override.expires_at > now) return
    await endLocked(write, override, { kind: 'expired', reason: '' })
    if (write.dirty.length > 0) {
      org.afterCommit((after) => drainOwn({ org: after, newId }, write.dirty))
    }
  })
}
