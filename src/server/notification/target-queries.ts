import { type Insertable, sql, type Updateable } from 'kysely'
import type { DeliveryState } from '#contract/notification-delivery.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'
import { settleTogether } from './settle-queries.ts'

/**
 * Targets of some notifications in the order they were given, each with how the newest delivery
 * stands that was tried at least once.
 */
export function listTargetRows(org: OrgDatabase, notificationIds: readonly string[]) {
  return org
    .selectFrom('notification_target')
    .selectAll('notification_target')
    .leftJoinLateral(
      sql<{ newest_state: DeliveryState; newest_attempts: number }>`(
        select state as newest_state, attempt_count as newest_attempts from delivery d
        where d.org_id = notification_target.org_id and d.target_id = notification_target.id
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
  made: Omit<Insertable<Tables['notification_target']>, 'org_id'>,
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

/** Gives up what waits for targets that are no more, of a notification that is locked. */
export async function dropWaiting(org: OrgDatabase, targetIds: readonly string[]): Promise<void> {
  if (targetIds.length === 0) return
  await settleTogether(org, [
    org
      .updateTable('delivery')
      .set({ state: 'failed', next_at: null })
      .where(sql<boolean>`delivery.target_id = any(${targetIds})`)
      .where(sql<boolean>`delivery.state in ('waiting', 'held', 'gathering')`),
  ])
}

/** How many messages wait for targets of some notifications, of those for which any does. */
export function countWaiting(org: OrgDatabase, notificationIds: readonly string[]) {
  return org
    .selectFrom('notification_target')
    .innerJoinLateral(
      sql<{ count: number }>`(select count(*)::integer as count from delivery d
        where d.org_id = notification_target.org_id and d.target_id = notification_target.id
          and d.state = 'waiting')`.as('waiting'),
      (join) => join.onTrue(),
    )
    .select(['notification_target.id as target_id', 'waiting.count'])
    .where(sql<boolean>`notification_target.notification_id = any(${notificationIds})`)
    .where('notification_target.removed_at', 'is', null)
    .where('waiting.count', '>', 0)
    .execute()
}
