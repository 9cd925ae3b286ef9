import { digestEnd } from '#domain/notification/delivery-schedule.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { OnUnreadable } from '#server/platform/failure-log.ts'
import type { IdGenerator } from '#server/platform/ids.ts'
import type { Links } from '#server/platform/links.ts'
import { lockDueHeld } from './lock-queries.ts'
import { type Payload, digestPayload } from './payload.ts'
import {
  type DispatchCandidate,
  findOpenDigests,
  type NewDelivery,
  insertDeliveries,
  listDueHeld,
  setHeldState,
  moveToDigest,
  listDueDigests,
  listInDigest,
  failDigests,
  queueDigest,
} from './queries.ts'

/** Context of dispatch: a transaction that holds the organization's lock for it. */
export interface DispatchScope {
  org: OrgDatabase
  orgName: string
  links: Links
  newId: IdGenerator
  onUnreadable: OnUnreadable
}

/** Finds the digest that collects events for each target of a row, or begins one. */
export async function openDigests(
  { org, newId }: Pick<DispatchScope, 'org' | 'newId'>,
  rows: readonly Pick<DispatchCandidate, 'target_id' | 'notification_id' | 'digest' | 'number'>[],
  now: number,
): Promise<Map<string, string>> {
  if (rows.length === 0) return new Map()
  const open = await findOpenDigests(
    org,
    rows.map(({ target_id }) => target_id),
    now,
  )
  const digests = new Map(open.map(({ target_id, id }) => [target_id, id]))
  const begun = rows.flatMap((row): NewDelivery[] => {
    if (row.digest === 'none' || digests.has(row.target_id)) return []
    const id = newId()
    digests.set(row.target_id, id)
    return [
      {
        id,
        message_id: id,
        kind: 'digest',
        target_id: row.target_id,
        notification_id: row.notification_id,
        event_id: null,
        number: row.number,
        state: 'gathering',
        attempt_count: 0,
        created_at: now,
        next_at: digestEnd(row.digest, now),
        digest_id: null,
      },
    ]
  })
  await insertDeliveries(org, begun)
  return digests
}

/** Deliveries at a time. */
const batch = 500

/** Releases held deliveries that were not reverted in time. @returns number of deliveries */
export async function releaseHeld(scope: DispatchScope, now: number): Promise<number> {
  const { org } = scope
  const due = await listDueHeld(org, await lockDueHeld(org, now), { now, limit: batch })
  const isDisabled = (one: (typeof due)[number]) => one.disabled_at !== null
  const isMuted = (one: (typeof due)[number]) => (one.muted_until ?? 0) > now
  const idsOf = (some: typeof due) => some.map(({ id }) => id)
  const out = due.filter((one) => isDisabled(one) && !isMuted(one))
  const rest = due.filter((one) => !isDisabled(one) && !isMuted(one))
  const gathered = rest.filter(({ digest }) => digest !== 'none')
  await setHeldState(org, idsOf(due.filter(isMuted)), { state: 'muted', next_at: null })
  await setHeldState(org, idsOf(out), { state: 'failed', next_at: null })
  await setHeldState(org, idsOf(rest.filter(({ digest }) => digest === 'none')), {
    state: 'waiting',
    next_at: now,
  })
  const digests = await openDigests(scope, gathered, now)
  await moveToDigest(
    org,
    gathered.map(({ id, target_id }) => ({ id, digest_id: digests.get(target_id) ?? '' })),
  )
  return due.length
}

/**
 * Queues digests that are due for the delivery worker, and gives up those of disabled targets.
 * @returns number of digests
 */
export async function queueDueDigests(scope: DispatchScope, now: number): Promise<number> {
  const { org } = scope
  const due = await listDueDigests(org, now, batch)
  const isDisabled = (one: (typeof due)[number]) => one.disabled_at !== null
  await failDigests(
    org,
    due.filter(isDisabled).map(({ id }) => id),
  )
  for (const { id, number, name } of due.filter((one) => !isDisabled(one))) {
    const gathered = await listInDigest(org, id)
    const events = gathered.flatMap(({ payload }) => (payload ? [payload as Payload] : []))
    await queueDigest(org, id, digestPayload(scope, { number, name }, events, now), now)
  }
  return due.length
}
