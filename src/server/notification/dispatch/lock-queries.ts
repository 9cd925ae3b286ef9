import { type RawBuilder, sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'

/** Locks the notifications that watch some events until the transaction ends. @returns their ids */
export function lockWatching(org: OrgDatabase, eventIds: readonly string[]): Promise<string[]> {
  return lockNotifications(
    org,
    sql`select watch.notification_id from notification_event event
      join notification_watch watch on watch.org_id = event.org_id
        and watch.environment_id = event.environment_id and watch.trigger = event.trigger
      where event.org_id = ${org.orgId} and event.id = any(${eventIds})`,
  )
}

/** Locks the notifications of due held deliveries until the transaction ends. @returns their ids */
export function lockDueHeld(org: OrgDatabase, now: number): Promise<string[]> {
  return lockNotifications(
    org,
    sql`select notification_id from delivery
      where org_id = ${org.orgId} and state = 'held' and next_at <= ${now}`,
  )
}

// Who removes targets holds this lock to the end: what is made before it is given up with them, and
// what is read after it, by another query, has them removed. Workers update the targets themselves
// with each attempt: a lock on those would hold up sending, and might deadlock.
async function lockNotifications(org: OrgDatabase, ids: RawBuilder<unknown>): Promise<string[]> {
  const rows = await org
    .selectFrom('notification')
    .select('notification.id')
    .where(sql<boolean>`notification.id in (${ids})`)
    .orderBy('notification.number')
    .forShare()
    .execute()
  return rows.map(({ id }) => id)
}
