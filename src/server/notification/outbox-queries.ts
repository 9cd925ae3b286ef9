import { type Insertable, sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'
import { settleTogether } from './settle-queries.ts'

/** A delivery that comes about, without what only tests and digests have. */
export type NewDelivery = Omit<
  Insertable<Tables['delivery']>,
  'org_id' | 'payload' | 'requested_by' | 'digest_id'
> & { digest_id: string | null }

// Spelt out, so that the indexes of these states alone are found.
const isHeld = sql<boolean>`delivery.state = 'held'`
const isGathering = sql<boolean>`delivery.state = 'gathering'`

export async function insertDeliveries(
  org: OrgDatabase,
  made: readonly NewDelivery[],
): Promise<void> {
  await settleTogether(org, org.insertMany('delivery', made as never))
}

const withEvent = (org: OrgDatabase) =>
  org
    .selectFrom('delivery')
    .innerJoin('notification_event', (join) =>
      join
        .onRef('notification_event.org_id', '=', 'delivery.org_id')
        .onRef('notification_event.id', '=', 'delivery.event_id'),
    )
    .innerJoin('notification', (join) =>
      join
        .onRef('notification.org_id', '=', 'delivery.org_id')
        .onRef('notification.id', '=', 'delivery.notification_id'),
    )

/** Verdict changes of some notifications that may still be taken back, oldest first. */
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

/** Held verdict changes that were not taken back in time, oldest first. */
export function listDueHeld(org: OrgDatabase, now: number, limit: number) {
  return withEvent(org)
    .innerJoin('notification_target', (join) =>
      join
        .onRef('notification_target.org_id', '=', 'delivery.org_id')
        .onRef('notification_target.id', '=', 'delivery.target_id'),
    )
    .select(['delivery.id', 'delivery.target_id', 'delivery.notification_id', 'delivery.number'])
    .select(['notification.digest', 'notification.muted_until', 'notification_target.disabled_at'])
    .where(isHeld)
    .where('delivery.next_at', '<=', now)
    .orderBy('delivery.number')
    .limit(limit)
    .execute()
}

/** Says what becomes of held deliveries. */
export async function settleHeld(
  org: OrgDatabase,
  ids: readonly string[],
  standing: { state: Tables['delivery']['state']; next_at: number | null },
): Promise<void> {
  if (ids.length === 0) return
  await settleTogether(org, [
    org
      .updateTable('delivery')
      .set(standing)
      .where(sql<boolean>`delivery.id = any(${ids})`)
      .where(isHeld),
  ])
}

/** Puts held deliveries into digests. */
export async function gatherHeld(
  org: OrgDatabase,
  gathered: readonly { id: string; digest_id: string }[],
): Promise<void> {
  if (gathered.length === 0) return
  await org.writeTogether([
    sql`update delivery set state = 'gathered', next_at = null, digest_id = given.digest_id
      from json_to_recordset(${JSON.stringify(gathered)}::json) as given(id text, digest_id text)
      where delivery.org_id = ${org.orgId} and delivery.id = given.id and delivery.state = 'held'`,
  ])
}

/** Digests that gather on for some targets. */
export function findOpenDigests(org: OrgDatabase, targetIds: readonly string[], now: number) {
  return org
    .selectFrom('delivery')
    .select(['delivery.id', 'delivery.target_id'])
    .where(isGathering)
    .where('delivery.next_at', '>', now)
    .where(sql<boolean>`delivery.target_id = any(${targetIds})`)
    .execute()
}

/** Digests whose time has come, with the notification that they are of. */
export function listDueDigests(org: OrgDatabase, now: number, limit: number) {
  return (
    org
      .selectFrom('delivery')
      .innerJoin('notification', (join) =>
        join
          .onRef('notification.org_id', '=', 'delivery.org_id')
          .onRef('notification.id', '=', 'delivery.notification_id'),
      )
      .select(['delivery.id', 'notification.number', 'notification.name'])
      .where(isGathering)
      .where('delivery.next_at', '<=', now)
      // One that is muted goes out when it is not any more.
      .where(sql<boolean>`coalesce(notification.muted_until, 0) <= ${now}`)
      .limit(limit)
      .execute()
  )
}

/** What a digest gathered, oldest first. */
export function listGathered(org: OrgDatabase, digestId: string) {
  return org
    .selectFrom('delivery')
    .innerJoin('notification_event', (join) =>
      join
        .onRef('notification_event.org_id', '=', 'delivery.org_id')
        .onRef('notification_event.id', '=', 'delivery.event_id'),
    )
    .select('notification_event.payload')
    .where('delivery.digest_id', '=', digestId)
    .orderBy('delivery.number')
    .execute()
}

/** Puts a digest on its way. */
export async function sendDigest(
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
