import type { NotificationSummary } from '#contract/notification-page.ts'
import { type Columns, isoTime } from '../export/csv.ts'

/** Notifications as CSV. */
export const notificationColumns: Columns<NotificationSummary> = {
  number: (one) => one.number,
  name: (one) => one.name,
  health: (one) => one.health,
  environments: (one) => JSON.stringify(one.environments),
  selector: (one) => one.selector && JSON.stringify(one.selector),
  triggers: (one) => JSON.stringify(one.triggers),
  targets: (one) => JSON.stringify(one.targets.map(({ type, label }) => ({ type, label }))),
  digest: (one) => one.digest,
  merge_minutes: (one) => one.merge_minutes,
  muted_until: (one) => isoTime(one.muted_until),
  last_success_at: (one) => isoTime(one.last_success_timestamp),
  last_failure_at: (one) => isoTime(one.last_failure_timestamp),
  created_by: (one) => one.created_by,
  created_at: (one) => isoTime(one.created_at),
}
