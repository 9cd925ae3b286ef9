import { type Insertable, sql, type Updateable } from 'kysely'
import type { Trigger } from '#contract/notification-words.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'

const kept = (org: OrgDatabase) =>
  org
    .selectFrom('notification')
    .selectAll('notification')
    .where('notification.deleted_at', 'is', null)

/** Notifications by number. */
export function listNotificationRows(org: OrgDatabase) {
  return kept(org).orderBy('notification.number').execute()
}
export type NotificationRow = Awaited<ReturnType<typeof listNotificationRows>>[number]

/** A notification by its number. */
export function findNotification(org: OrgDatabase, number: number) {
  return kept(org).where('notification.number', '=', number).executeTakeFirst()
}

/** A notification by name or number, kept from other writers until the transaction ends. */
export function lockNotification(org: OrgDatabase, by: { name: string } | { number: number }) {
  const one =
    'name' in by
      ? kept(org).where('notification.name', '=', by.name)
      : kept(org).where('notification.number', '=', by.number)
  return one.forNoKeyUpdate().executeTakeFirst()
}

type Made = Omit<Insertable<Tables['notification']>, 'org_id' | 'number'>

/** Inserts a notification with the next number; false when its name or the number was taken meanwhile. */
export async function insertNotification(org: OrgDatabase, made: Made): Promise<boolean> {
  const last = await org
    .selectFrom('notification')
    .select(sql<number>`coalesce(max(notification.number), 0)`.as('number'))
    .executeTakeFirstOrThrow()
  const result = await org
    .insertInto('notification', { ...made, number: last.number + 1 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Changes a notification, which is locked. */
export async function updateNotification(
  org: OrgDatabase,
  id: string,
  fields: Updateable<Tables['notification']>,
): Promise<void> {
  await org.updateTable('notification').set(fields).where('notification.id', '=', id).execute()
}

/** Environments that some notifications watch, by notification in the order they were given. */
export function listWatched(org: OrgDatabase, notificationIds: readonly string[]) {
  return org
    .selectFrom('notification_watch')
    .innerJoin('environment', (join) =>
      join
        .onRef('environment.org_id', '=', 'notification_watch.org_id')
        .onRef('environment.id', '=', 'notification_watch.environment_id'),
    )
    .distinct()
    .select(['notification_watch.notification_id', 'notification_watch.position'])
    .select(['environment.id', 'environment.name'])
    .where(sql<boolean>`notification_watch.notification_id = any(${notificationIds})`)
    .orderBy('notification_watch.position')
    .execute()
}

/** Makes a notification, which is locked, watch these triggers of these environments. */
export async function replaceWatches(
  org: OrgDatabase,
  notification_id: string,
  environmentIds: readonly string[],
  triggers: readonly Trigger[],
): Promise<void> {
  await org
    .deleteFrom('notification_watch')
    .where('notification_watch.notification_id', '=', notification_id)
    .execute()
  const rows = environmentIds.flatMap((environment_id, position) =>
    triggers.map((trigger) => ({ notification_id, environment_id, position, trigger })),
  )
  await org.writeTogether(org.insertMany('notification_watch', rows))
}
