import type { Notification, NotificationTarget } from '#contract/notification.ts'
import type { Secrets } from '../secrets.ts'
import { maskedUrl, revealAddress } from './address.ts'
import type { NotificationRow } from './queries.ts'
import type { TargetRow } from './target-queries.ts'

/** Attempts of one delivery after which a target counts as failing (wire.md 20). */
export const failingFrom = 3

/** What shows of secrets, and to whom. */
export interface Viewer {
  secrets: Secrets
  orgId: string
  /** Whether they may change notifications: others see webhooks masked. */
  isEditor: boolean
}

function targetItem({ secrets, orgId, isEditor }: Viewer, row: TargetRow): NotificationTarget {
  const { type, payload_version, context, last_success_at, last_failure_at, disabled_at } = row
  const address = revealAddress(secrets, orgId, row)
  const shown =
    address === null
      ? type === 'EMAIL'
        ? { email: [] }
        : { webhook: '' }
      : 'webhook' in address && !isEditor
        ? { webhook: maskedUrl(address.webhook) }
        : address
  return {
    type,
    ...shown,
    ...(payload_version !== null && { payload_version }),
    ...(context !== null && { context }),
    last_success_at,
    last_failure_at,
    is_disabled: disabled_at !== null,
  }
}

/** Whether the newest delivery of a target failed three times or for good; null before any. */
export function isFailing({ newest_state, newest_attempts }: TargetRow): boolean | null {
  if (newest_state === null || newest_attempts === null) return null
  if (newest_state === 'failed') return true
  return newest_state === 'waiting' && newest_attempts >= failingFrom
}

/** The latest of some instants; null without any. */
export const latest = (times: readonly (number | null)[]) =>
  times.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)

/** A notification as it is read (specification 2.8). */
export function notificationItem(
  viewer: Viewer,
  row: NotificationRow,
  environments: string[],
  targets: readonly TargetRow[],
): Notification {
  const { name, number, triggers, created_by, last_modified_at, created_at } = row
  const failing = targets.map(isFailing).filter((one) => one !== null)
  return {
    name,
    type: 'env',
    number,
    environments,
    triggers,
    targets: targets.map((one) => targetItem(viewer, one)),
    created_by,
    is_created_from_slack_app: false,
    last_modified_at,
    is_failing: failing.length === 0 ? null : failing.some(Boolean),
    last_success_timestamp: latest(targets.map((one) => one.last_success_at)),
    last_failure_timestamp: latest(targets.map((one) => one.last_failure_at)),
    created_at,
  }
}

/** What people edit of a notification: how its deliveries go changes nothing of it. */
export function editedPart({
  number,
  name,
  last_modified_at,
}: Pick<Notification, 'number' | 'name' | 'last_modified_at'>): object {
  return { number, name, last_modified_at }
}
