import { type Insertable, sql, type Updateable } from 'kysely'
import type { Trigger } from '#contract/notification-words.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'
import { isUniqueViolation } from '../database/unique-violation.ts'

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

/** Inserts a notification with the next number; null when its name or the number was taken meanwhile. */
export async function insertNotification(org: OrgDatabase, made: Made): Promise<number | null> {
  const last = await org
    .selectFrom('notification')
    .select(sql<number>`coalesce(max(notification.number), 0)`.as('number'))
    .executeTakeFirstOrThrow()
  const number = last.number + 1
  const result = await org
    .insertInto('notification', { ...made, number })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n ? number : null
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
    .select(['environment.id', 'environment.name', 'notification_watch.is_named'])
    .where(sql<boolean>`notification_watch.notification_id = any(${notificationIds})`)
    .orderBy('notification_watch.position')
    .execute()
}

/** Changes what a notification says, which is locked; false when another has its name. */
export async function changeNotification(
  org: OrgDatabase,
  id: string,
  fields: Updateable<Tables['notification']>,
): Promise<boolean> {
  try {
    await updateNotification(org, id, fields)
    return true
  } catch (error) {
    if (isUniqueViolation(error)) return false
    throw error
  }
}

/** What a notification watches. */
export interface Watches {
  environments: readonly { id: string; is_named: boolean }[]
  triggers: readonly Trigger[]
  /** Triggers that are only looked at. */
  silent: readonly Trigger[]
}

/** Makes a notification, which is locked, watch these triggers of these environments. */
export async function replaceWatches(
  org: OrgDatabase,
  notification_id: string,
  { environments, triggers, silent }: Watches,
): Promise<void> {
  await org
    .deleteFrom('notification_watch')
    .where('notification_watch.notification_id', '=', notification_id)
    .execute()
  const all = [
    ...triggers.map((trigger) => ({ trigger, is_told: true })),
    ...silent.map((trigger) => ({ trigger, is_told: false })),
  ]
  const rows = environments.flatMap(({ id: environment_id, is_named }, position) =>
    all.map((one) => ({ notification_id, environment_id, position, is_named, ...one })),
  )
  await org.writeTogether(org.insertMany('notification_watch', rows))
}

/** Says, in this transaction, that selectors may take other environments from now on. */
export async function markSelectionStale(org: OrgDatabase): Promise<void> {
  await org.insertInto('selection_stale', {}).execute()
}

/** Takes what says that selectors may take others. @returns whether anything did */
export async function takeSelectionStale(org: OrgDatabase): Promise<boolean> {
  // Locked in one order: two that take them never wait for each other.
  const taken = await org.rowsOf(sql<{ number: string }>`
    delete from selection_stale where org_id = ${org.orgId} and number in (
      select number from selection_stale where org_id = ${org.orgId} order by number for update)
    returning number`)
  return taken.length > 0
}

/** Notifications that have a selector, by number, kept from other writers. */
export function listSelecting(org: OrgDatabase) {
  return kept(org)
    .where('notification.selector', 'is not', null)
    .orderBy('notification.number')
    .forNoKeyUpdate()
    .execute()
}
