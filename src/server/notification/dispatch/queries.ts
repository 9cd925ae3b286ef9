import { sql } from 'kysely'
import type { Trigger } from '#contract/notification/notification-types.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { wasStale } from '#server/database/silences.ts'
import type { NewRow, Tables } from '#server/database/tables.ts'
import {
  executeWithDeliveryStats,
  giveUpDeliveries,
} from '#server/notification/delivery-stats-queries.ts'
import type { TimeWindow } from '#server/platform/clock.ts'

/** A new delivery, without the columns of tests and digests. */
export type NewDelivery = Omit<NewRow<'delivery'>, 'payload' | 'requested_by' | 'digest_id'> & {
  digest_id: string | null
}

// Literal, so that the partial indexes on these states are used.
const isHeld = sql<boolean>`delivery.state = 'held'`
const isGathering = sql<boolean>`delivery.state = 'gathering'`

export async function insertDeliveries(
  org: OrgDatabase,
  made: readonly NewDelivery[],
): Promise<void> {
  await executeWithDeliveryStats(org, org.insertMany('delivery', made as never))
}

const withEvent = (org: OrgDatabase) =>
  org
    .selectFrom('delivery')
    .innerJoin('notification_event', onOrgAnd('notification_event.id', 'delivery.event_id'))
    .innerJoin('notification', onOrgAnd('notification.id', 'delivery.notification_id'))

/** Held verdict changes of some notifications that may still be reverted, oldest first. */
export function listHeld(org: OrgDatabase, notificationIds: readonly string[]) {
  return withEvent(org)
    .select(['delivery.id', 'delivery.notification_id', 'notification.merge_seconds'])
    .select(['notification_event.id as event_id', 'notification_event.environment_id'])
    .select(['notification_event.trigger', 'notification_event.recorded_at'])
    .where(isHeld)
    .where(sql<boolean>`delivery.notification_id = any(${notificationIds})`)
    .orderBy('notification_event.number')
    .execute()
}
export type HeldDelivery = Awaited<ReturnType<typeof listHeld>>[number]

/** Held verdict changes of some notifications that were not reverted in time, oldest first. */
export function listDueHeld(
  org: OrgDatabase,
  notificationIds: readonly string[],
  { now, limit }: { now: number; limit: number },
) {
  return withEvent(org)
    .innerJoin('notification_target', onOrgAnd('notification_target.id', 'delivery.target_id'))
    .select(['delivery.id', 'delivery.target_id', 'delivery.notification_id', 'delivery.number'])
    .select(['notification.digest', 'notification.muted_until', 'notification_target.disabled_at'])
    .where(isHeld)
    .where('delivery.next_at', '<=', now)
    .where(sql<boolean>`delivery.notification_id = any(${notificationIds})`)
    .orderBy('delivery.number')
    .limit(limit)
    .execute()
}

/** Sets the state of held deliveries. */
export async function setHeldState(
  org: OrgDatabase,
  ids: readonly string[],
  status: { state: Tables['delivery']['state']; next_at: number | null },
): Promise<void> {
  if (ids.length === 0) return
  await executeWithDeliveryStats(org, [
    org
      .updateTable('delivery')
      .set(status)
      .where(sql<boolean>`delivery.id = any(${ids})`)
      .where(isHeld),
  ])
}

/** Moves held deliveries to digests. */
export async function moveToDigest(
  org: OrgDatabase,
  gathered: readonly { id: string; digest_id: string }[],
): Promise<void> {
  if (gathered.length === 0) return
  await org.executeBatch([
    sql`update delivery set state = 'gathered', next_at = null, digest_id = given.digest_id
      from json_to_recordset(${JSON.stringify(gathered)}::json) as given(id text, digest_id text)
      where delivery.org_id = ${org.orgId} and delivery.id = given.id and delivery.state = 'held'`,
  ])
}

/** Digests that still collect events for some targets. */
export function findOpenDigests(org: OrgDatabase, targetIds: readonly string[], now: number) {
  return org
    .selectFrom('delivery')
    .select(['delivery.id', 'delivery.target_id'])
    .where(isGathering)
    .where('delivery.next_at', '>', now)
    .where(sql<boolean>`delivery.target_id = any(${targetIds})`)
    .execute()
}

/** Digests that are due, with their notification and whether their target is disabled. */
export function listDueDigests(org: OrgDatabase, now: number, limit: number) {
  return (
    org
      .selectFrom('delivery')
      .innerJoin('notification', onOrgAnd('notification.id', 'delivery.notification_id'))
      .innerJoin('notification_target', onOrgAnd('notification_target.id', 'delivery.target_id'))
      .select(['delivery.id', 'notification.number', 'notification.name'])
      .select('notification_target.disabled_at')
      .where(isGathering)
      .where('delivery.next_at', '<=', now)
      // A muted one is sent when it is unmuted.
      .where(sql<boolean>`coalesce(notification.muted_until, 0) <= ${now}`)
      .limit(limit)
      .execute()
  )
}

/** Events of a digest, oldest first. */
export function listInDigest(org: OrgDatabase, digestId: string) {
  return org
    .selectFrom('delivery')
    .innerJoin('notification_event', onOrgAnd('notification_event.id', 'delivery.event_id'))
    .select('notification_event.payload')
    .where('delivery.digest_id', '=', digestId)
    .orderBy('delivery.number')
    .execute()
}

/** Queues a digest for the delivery worker, with its payload. */
export async function queueDigest(
  org: OrgDatabase,
  id: string,
  payload: Record<string, unknown>,
  now: number,
): Promise<void> {
  await org
    .updateTable('delivery')
    .set({ state: 'waiting', next_at: now, payload: JSON.stringify(payload) })
    .where('delivery.id', '=', id)
    .where(isGathering)
    .execute()
}

/** Gives up digests that still collect events. */
export async function failDigests(org: OrgDatabase, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await giveUpDeliveries(org, sql`delivery.id = any(${ids}) and ${isGathering}`)
}

/** Which of some events happened in an environment that was stale: their keys. */
export async function listStaleAmong(
  org: OrgDatabase,
  events: readonly { key: string; environment_id: string; recorded_at: number }[],
  rules: ReportingRules,
): Promise<Set<string>> {
  const when = { at: sql.ref('event.recorded_at'), side: 'after' } as const
  const rows = await org.query(sql<{ key: string }>`
    select event.key
    from unnest(${events.map(({ key }) => key)}::text[],
      ${events.map(({ environment_id }) => environment_id)}::text[],
      ${events.map(({ recorded_at }) => recorded_at)}::float8[])
      as event(key, environment_id, recorded_at)
    join environment on environment.org_id = ${org.orgId} and environment.id = event.environment_id
    left join environment_state s
      on s.org_id = environment.org_id and s.environment_id = environment.id
    where ${wasStale(org, when, rules)}`)
  return new Set(rows.map(({ key }) => key))
}

/** Events that are not dispatched yet, in order, with the names of their environments. */
export function listUndispatched(org: OrgDatabase, limit: number) {
  return org
    .selectFrom('notification_event')
    .innerJoin('environment', onOrgAnd('environment.id', 'notification_event.environment_id'))
    .selectAll('notification_event')
    .select('environment.name as environment')
    .where('notification_event.told_at', 'is', null)
    .orderBy('notification_event.number')
    .limit(limit)
    .execute()
}
export type OutboxEvent = Awaited<ReturnType<typeof listUndispatched>>[number]

/** Targets of some notifications that watch some events, by event. */
export function listDispatchCandidates(
  org: OrgDatabase,
  eventIds: readonly string[],
  notificationIds: readonly string[],
) {
  return org
    .selectFrom('notification_event')
    .innerJoin('notification_watch', (join) =>
      join
        .onRef('notification_watch.org_id', '=', 'notification_event.org_id')
        .onRef('notification_watch.environment_id', '=', 'notification_event.environment_id')
        .onRef('notification_watch.trigger', '=', 'notification_event.trigger'),
    )
    .innerJoin(
      'notification_target',
      onOrgAnd('notification_target.notification_id', 'notification_watch.notification_id'),
    )
    .innerJoin('notification', onOrgAnd('notification.id', 'notification_watch.notification_id'))
    .select(['notification_event.id as event_id', 'notification_event.number'])
    .select(['notification_event.environment_id', 'notification_event.trigger'])
    .select(['notification_event.recorded_at', 'notification_watch.is_told'])
    .select(['notification_target.id as target_id', 'notification_target.disabled_at'])
    .select(['notification.id as notification_id', 'notification.digest'])
    .select(['notification.merge_seconds', 'notification.muted_until'])
    .where(sql<boolean>`notification_event.id = any(${eventIds})`)
    .where(sql<boolean>`notification.id = any(${notificationIds})`)
    .where('notification_target.removed_at', 'is', null)
    .orderBy('notification_event.number')
    .orderBy('notification_target.position')
    .execute()
}
export type DispatchCandidate = Awaited<ReturnType<typeof listDispatchCandidates>>[number]

/** Stores the payloads of events and marks them as dispatched. */
export async function markDispatched(
  org: OrgDatabase,
  now: number,
  payloads: readonly { id: string; payload: Record<string, unknown> }[],
): Promise<void> {
  await org.executeBatch([
    sql`update notification_event set told_at = ${now}, payload = given.payload
      from json_to_recordset(${JSON.stringify(payloads)}::json) as given(id text, payload json)
      where notification_event.org_id = ${org.orgId} and notification_event.id = given.id`,
  ])
}

const events = (org: OrgDatabase) =>
  org
    .selectFrom('notification_event')
    .select(['notification_event.environment_id', 'notification_event.trigger'])
    .select(['notification_event.recorded_at', 'notification_event.snapshot_index'])
    .select(['notification_event.snapshot_state', 'notification_event.name'])
    .select(['notification_event.fingerprint', 'notification_event.was', 'notification_event.now'])

/** Allowances in some environments within a window. */
export function listAllowedWithin(
  org: OrgDatabase,
  environmentIds: readonly string[],
  { from, to }: TimeWindow,
) {
  return events(org)
    .where(sql<boolean>`notification_event.environment_id = any(${environmentIds})`)
    .where('notification_event.trigger', '=', 'ON_ALLOWED_ARTIFACT')
    .where('notification_event.recorded_at', '>=', from)
    .where('notification_event.recorded_at', '<=', to)
    .execute()
}

/** The newest dispatched event of a kind in an environment. */
export function findNewestDispatched(org: OrgDatabase, environmentId: string, trigger: Trigger) {
  return events(org)
    .select('notification_event.payload')
    .where('notification_event.environment_id', '=', environmentId)
    .where('notification_event.trigger', '=', trigger)
    .where('notification_event.told_at', 'is not', null)
    .orderBy('notification_event.number', 'desc')
    .limit(1)
    .executeTakeFirst()
}
