import type { Notification } from '#contract/notification.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Secrets } from '../secrets.ts'
import { notificationItem } from './item.ts'
import type { NotificationRow } from './queries.ts'
import { readParts } from './read-parts.ts'

/** Notifications with what they watch and whom they tell. */
export async function readNotifications(
  { org, secrets }: { org: OrgDatabase; secrets: Secrets },
  rows: readonly NotificationRow[],
  isEditor: boolean,
): Promise<Notification[]> {
  const partsOf = await readParts(
    org,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const { watched, targets } = partsOf(row.id)
    const names = watched.map(({ name }) => name)
    return notificationItem({ secrets, orgId: org.orgId, isEditor }, row, names, targets)
  })
}
