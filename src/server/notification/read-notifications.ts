import type { Notification } from '#contract/notification.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Secrets } from '../secrets.ts'
import { notificationItem } from './item.ts'
import { listWatched, type NotificationRow } from './queries.ts'
import { listTargetRows } from './target-queries.ts'

/** Notifications with what they watch and whom they tell. */
export async function readNotifications(
  { org, secrets }: { org: OrgDatabase; secrets: Secrets },
  rows: readonly NotificationRow[],
  isEditor: boolean,
): Promise<Notification[]> {
  const ids = rows.map(({ id }) => id)
  const watched = await listWatched(org, ids)
  const targets = await listTargetRows(org, ids)
  return rows.map((row) =>
    notificationItem(
      { secrets, orgId: org.orgId, isEditor },
      row,
      watched.filter((one) => one.notification_id === row.id).map(({ name }) => name),
      targets.filter((one) => one.notification_id === row.id),
    ),
  )
}
