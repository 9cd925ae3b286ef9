import { findFlapping } from '#domain/notification/triggers.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { refreshSelectedWatches } from '#server/notification/watch-environments.ts'
import type { OnUnreadable } from '#server/platform/failure-log.ts'
import type { IdGenerator } from '#server/platform/ids.ts'
import type { Links } from '#server/platform/links.ts'
import { buildPayloads } from './build-payloads.ts'
import { releaseHeld, queueDueDigests, type DispatchScope, openDigests } from './digests.ts'
import { lockWatching } from './lock-queries.ts'
import {
  type DispatchCandidate,
  type HeldDelivery,
  listUndispatched,
  type OutboxEvent,
  listDispatchCandidates,
  listHeld,
  type NewDelivery,
  insertDeliveries,
  setHeldState,
  markDispatched,
} from './queries.ts'

/**
 * Finds verdict changes that revert each other: new ones, and the held ones that they revert.
 * @param rows oldest first; those of one event and notification stand for its targets
 */
function suppressFlapping(
  rows: readonly DispatchCandidate[],
  held: readonly HeldDelivery[],
): { merged: Set<DispatchCandidate>; reverted: string[] } {
  const merged = new Set<DispatchCandidate>()
  const reverted: string[] = []
  const changes = new Map<string, Map<string, Change>>()
  const changeOf = (one: DispatchCandidate | HeldDelivery): Change => {
    const key = `${one.notification_id} ${one.environment_id}`
    const known = changes.get(key) ?? new Map<string, Change>()
    changes.set(key, known)
    const { recorded_at: at, trigger, merge_seconds: seconds } = one
    const change = known.get(one.event_id) ?? { at, trigger, seconds, rows: [], held: [] }
    known.set(one.event_id, change)
    return change
  }
  for (const one of held) changeOf(one).held.push(one.id)
  for (const row of rows) {
    if (isHeld(row)) changeOf(row).rows.push(row)
  }
  for (const known of changes.values()) {
    const all = [...known.values()]
    for (const index of findFlapping(all, all[0]?.seconds ?? 0)) {
      for (const row of all[index]?.rows ?? []) merged.add(row)
      reverted.push(...(all[index]?.held ?? []))
    }
  }
  return { merged, reverted }
}

/** A verdict change of an environment as one notification sees it. */
interface Change {
  at: number
  trigger: DispatchCandidate['trigger']
  seconds: number
  rows: DispatchCandidate[]
  held: string[]
}

/** Events at a time. */
const batch = 200

/** Dependencies of dispatch. */
interface DispatchContext {
  org: OrgDatabase
  newId: IdGenerator
  links: Links
  nameOf(orgId: string): Promise<string>
  onUnreadable: OnUnreadable
}

/**
 * Makes a delivery to each target that watches an event in the outbox, and releases held deliveries
 * and digests that are due. One process at a time does that in an organization, so that deliveries
 * are in the order of the events.
 * @returns number of events and deliveries
 */
export async function dispatchNotifications(
  context: DispatchContext,
  now: number,
): Promise<number> {
  const orgName = await context.nameOf(context.org.orgId)
  return context.org.transaction(async (org) => {
    if (!(await org.tryLock('notifications'))) return 0
    const { links, newId, onUnreadable } = context
    const scope = { org, orgName, links, newId, onUnreadable }
    const events = await listUndispatched(org, batch)
    // After the events are read: the environments were recorded before their events.
    const isAnew = await refreshSelectedWatches(org)
    if (events.length > 0) {
      await dispatchEvents(scope, events, now)
      return events.length
    }
    return Number(isAnew) + (await releaseHeld(scope, now)) + (await queueDueDigests(scope, now))
  })
}

async function dispatchEvents(
  scope: DispatchScope,
  events: readonly OutboxEvent[],
  now: number,
): Promise<void> {
  const { org } = scope
  const ids = events.map(({ id }) => id)
  const rows = await listDispatchCandidates(org, ids, await lockWatching(org, ids))
  const mergeable = rows.filter(({ merge_seconds }) => merge_seconds > 0)
  const held = mergeable.length > 0 ? await listHeld(org, notificationsOf(mergeable)) : []
  const { merged, reverted } = suppressFlapping(rows, held)
  const sent = rows.filter((row) => row.is_told)
  const isOut = (row: DispatchCandidate) =>
    row.disabled_at !== null || isMuted(row) || merged.has(row)
  const digests = await openDigests(
    scope,
    sent.filter((row) => !isOut(row) && row.digest !== 'none' && !isHeld(row)),
    now,
  )
  const made = sent.map((row): NewDelivery => {
    const id = scope.newId()
    const digest = digests.get(row.target_id) ?? null
    return {
      id,
      message_id: id,
      kind: 'event',
      target_id: row.target_id,
      notification_id: row.notification_id,
      event_id: row.event_id,
      number: row.number,
      attempt_count: 0,
      created_at: now,
      ...initialDeliveryState(row, merged.has(row), digest, now),
    }
  })
  await insertDeliveries(org, made)
  await setHeldState(org, reverted, { state: 'merged', next_at: null })
  await markDispatched(org, now, await buildPayloads(scope, events, now))
}

const notificationsOf = (rows: readonly { notification_id: string }[]) => [
  ...new Set(rows.map(({ notification_id }) => notification_id)),
]

const isMuted = ({
  muted_until,
  recorded_at,
}: Pick<DispatchCandidate, 'muted_until' | 'recorded_at'>) =>
  muted_until !== null && recorded_at < muted_until

/** Verdict changes are held until they can no longer be reverted. */
const isHeld = ({ merge_seconds, trigger }: Pick<DispatchCandidate, 'merge_seconds' | 'trigger'>) =>
  merge_seconds > 0 && (trigger === 'ON_NON_COMPLIANT_ENV' || trigger === 'ON_COMPLIANT_ENV')

type InitialDeliveryState = Pick<NewDelivery, 'state' | 'next_at' | 'digest_id'>

function initialDeliveryState(
  row: DispatchCandidate,
  isMerged: boolean,
  digest_id: string | null,
  now: number,
): InitialDeliveryState {
  const none = { next_at: null, digest_id: null }
  if (isMuted(row)) return { state: 'muted', ...none }
  if (isMerged) return { state: 'merged', ...none }
  if (row.disabled_at !== null) return { state: 'failed', ...none }
  if (isHeld(row)) {
    return { state: 'held', next_at: row.recorded_at + row.merge_seconds, digest_id: null }
  }
  if (digest_id !== null) return { state: 'gathered', next_at: null, digest_id }
  return { state: 'waiting', next_at: now, digest_id: null }
}
