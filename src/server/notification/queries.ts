import { sql, type Updateable } from 'kysely'
import type { DeliveryState } from '#contract/notification/delivery.ts'
import type { Trigger } from '#contract/notification/notification-types.ts'
import { daySeconds } from '#domain/common/days.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { NewRow, Tables } from '#server/database/tables.ts'
import { unlessTaken } from '#server/database/write-conflicts.ts'
import { giveUpDeliveries } from './delivery-stats-queries.ts'

const notifications = (org: OrgDatabase) =>
  org
    .selectFrom('notification')
    .selectAll('notification')
    .where('notification.deleted_at', 'is', null)

/** Notifications by number. */
export function listNotificationRows(org: OrgDatabase) {
  return notifications(org).orderBy('notification.number').execute()
}
export type NotificationRow = Awaited<ReturnType<typeof listNotificationRows>>[number]

/** A notification by its number. */
export function findNotification(org: OrgDatabase, number: number) {
  return notifications(org).where('notification.number', '=', number).executeTakeFirst()
}

/** Finds a notification by name or number and locks it until the transaction ends. */
export function lockNotification(org: OrgDatabase, by: { name: string } | { number: number }) {
  const one =
    'name' in by
      ? notifications(org).where('notification.name', '=', by.name)
      : notifications(org).where('notification.number', '=', by.number)
  return one.forNoKeyUpdate().executeTakeFirst()
}

type Made = Omit<NewRow<'notification'>, 'number'>

/**
 * Inserts a notification with the next number; null if its name or the number was taken meanwhile.
 */
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

/** Environments watched by some notifications, by notification in the given order. */
export function listWatched(org: OrgDatabase, notificationIds: readonly string[]) {
  return org
    .selectFrom('notification_watch')
    .innerJoin('environment', onOrgAnd('environment.id', 'notification_watch.environment_id'))
    .distinct()
    .select(['notification_watch.notification_id', 'notification_watch.position'])
    .select(['environment.id', 'environment.name', 'notification_watch.is_named'])
    .where(sql<boolean>`notification_watch.notification_id = any(${notificationIds})`)
    .orderBy('notification_watch.position')
    .execute()
}

/** Changes the fields of a notification, which is locked; false if another has its name. */
export function changeNotification(
  org: OrgDatabase,
  id: string,
  fields: Updateable<Tables['notification']>,
): Promise<boolean> {
  return unlessTaken(updateNotification(org, id, fields))
}

/** Environments and triggers that a notification watches. */
export interface Watches {
  environments: readonly { id: string; is_named: boolean }[]
  triggers: readonly Trigger[]
  /** Triggers that only serve to detect reverted changes. */
  silent: readonly Trigger[]
}

/** Replaces the triggers and environments watched by a notification, which is locked. */
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
  await org.executeBatch(org.insertMany('notification_watch', rows))
}

/** Marks selectors as stale, in this transaction: they may match other environments from now on. */
export async function markSelectionStale(org: OrgDatabase): Promise<void> {
  await org.insertInto('selection_stale', {}).execute()
}

/** Deletes the rows that mark selectors as stale. @returns whether there were any */
export async function takeSelectionStale(org: OrgDatabase): Promise<boolean> {
  // Locked in one order: two transactions never wait for each other.
  const taken = await org.query(sql<{ number: number }>`
    delete from selection_stale where org_id = ${org.orgId} and number in (
      select number from selection_stale where org_id = ${org.orgId} order by number for update)
    returning number`)
  return taken.length > 0
}

/** Notifications that have a selector, by number, locked against other writers. */
export function listSelecting(org: OrgDatabase) {
  return notifications(org)
    .where('notification.selector', 'is not', null)
    .orderBy('notification.number')
    .forNoKeyUpdate()
    .execute()
}

/**
 * Targets of some notifications in the given order, each with the state of its newest delivery that
 * was tried at least once.
 */
export function listTargetRows(org: OrgDatabase, notificationIds: readonly string[]) {
  return org
    .selectFrom('notification_target')
    .selectAll('notification_target')
    .leftJoinLateral(
      sql<{ newest_state: DeliveryState; newest_attempts: number }>`(
        select state as newest_state, attempt_count as newest_attempts from delivery d
        where d.org_id = ${org.orgId} and d.target_id = notification_target.id
          and d.attempt_count > 0
        order by d.id desc limit 1)`.as('newest'),
      (join) => join.onTrue(),
    )
    .select(['newest.newest_state', 'newest.newest_attempts'])
    .where(sql<boolean>`notification_target.notification_id = any(${notificationIds})`)
    .where('notification_target.removed_at', 'is', null)
    .orderBy('notification_target.position')
    .execute()
}
export type TargetRow = Awaited<ReturnType<typeof listTargetRows>>[number]

export async function insertTarget(
  org: OrgDatabase,
  made: NewRow<'notification_target'>,
): Promise<void> {
  await org.insertInto('notification_target', made).execute()
}

/** Changes a target of a notification that is locked. */
export async function updateTarget(
  org: OrgDatabase,
  id: string,
  fields: Updateable<Tables['notification_target']>,
): Promise<void> {
  await org
    .updateTable('notification_target')
    .set(fields)
    .where('notification_target.id', '=', id)
    .execute()
}

/** Removes targets of a notification that is locked, and gives up what waits for them. */
export async function removeTargets(
  org: OrgDatabase,
  ids: readonly string[],
  at: number,
): Promise<void> {
  for (const id of ids) await updateTarget(org, id, { removed_at: at })
  await dropWaiting(org, ids)
}

/** Gives up pending messages to targets that get nothing any more. */
export async function dropWaiting(org: OrgDatabase, targetIds: readonly string[]): Promise<void> {
  if (targetIds.length === 0) return
  await giveUpDeliveries(org, sql`delivery.target_id = any(${targetIds})`)
}

/** Numbers of pending messages by target of some notifications, without zeros. */
export function countWaiting(org: OrgDatabase, notificationIds: readonly string[]) {
  return org
    .selectFrom('notification_target')
    .innerJoinLateral(
      sql<{ count: number }>`(select count(*)::integer as count from delivery d
        where d.org_id = ${org.orgId} and d.target_id = notification_target.id
          and d.state = 'waiting')`.as('waiting'),
      (join) => join.onTrue(),
    )
    .select(['notification_target.id as target_id', 'waiting.count'])
    .where(sql<boolean>`notification_target.notification_id = any(${notificationIds})`)
    .where('notification_target.removed_at', 'is', null)
    .where('waiting.count', '>', 0)
    .execute()
}

/** Numbers of messages that some notifications delivered on the last seven UTC days, without zeros. */
export function countSent(org: OrgDatabase, notificationIds: readonly string[], now: number) {
  return org
    .selectFrom('delivery_day')
    .select(['delivery_day.notification_id'])
    .select(sql<number>`sum(delivery_day.delivered)::integer`.as('count'))
    .where(sql<boolean>`delivery_day.notification_id = any(${notificationIds})`)
    .where('delivery_day.day', '>', now - 7 * daySeconds)
    .where('delivery_day.delivered', '>', 0)
    .groupBy('delivery_day.notification_id')
    .execute()
}
