import type { NotificationTarget, Notification } from '#contract/notification/notification.ts'
import { targetTraits } from '#contract/notification/notification-types.ts'
import type { OrgDatabase, OrgScope } from '#server/database/org-database.ts'
import { notFound } from '#server/platform/problem.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import {
  findNotification,
  listWatched,
  type TargetRow,
  listTargetRows,
  type NotificationRow,
} from './queries.ts'
import { decryptAddress, maskedUrl } from './target-address.ts'

/** Requires a notification to exist. @throws Problem 404 */
export function requireNotification<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound('action not found')
  return row
}

/** Parses the number of a notification in a path. @throws Problem 404 if it is no number */
export function numberFrom(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw notFound('action not found')
  return Number(text)
}

/** Finds a notification by its number. @throws Problem 404 */
export const notificationOf = async ({ org }: Pick<OrgScope, 'org'>, number: number) =>
  requireNotification(await findNotification(org, number))

/** Finds the notification that a path names by its number. @throws Problem 404 */
export const notificationOfPath = (scope: Pick<OrgScope, 'org'>, number: string) =>
  notificationOf(scope, numberFrom(number))

/** Environments, triggers and targets of a notification, in order. */
interface Parts {
  watched: Awaited<ReturnType<typeof listWatched>>
  targets: TargetRow[]
}

/** Parts of some notifications, by their ids. */
export async function readParts(
  org: OrgDatabase,
  ids: readonly string[],
): Promise<(id: string) => Parts> {
  const parts = new Map<string, Parts>(ids.map((id) => [id, { watched: [], targets: [] }]))
  for (const one of await listWatched(org, ids)) {
    parts.get(one.notification_id)?.watched.push(one)
  }
  for (const one of await listTargetRows(org, ids)) {
    parts.get(one.notification_id)?.targets.push(one)
  }
  return (id) => parts.get(id) ?? { watched: [], targets: [] }
}

/** Attempts of one delivery after which a target counts as failing. */
export const failingFrom = 3

/** The reader of a notification, who decides which secrets are shown. */
interface Viewer {
  secrets: Secrets
  orgId: string
  /** Whether they may change notifications: others see webhooks masked. */
  isEditor: boolean
}

function targetItem({ secrets, orgId, isEditor }: Viewer, row: TargetRow): NotificationTarget {
  const { type, payload_version, context, last_success_at, last_failure_at, disabled_at } = row
  const address = decryptAddress(secrets, orgId, row)
  const shown =
    address === null
      ? targetTraits[type].address === 'email'
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

/**
 * Returns whether the newest delivery of a target failed three times or for good; null before any.
 */
export function isFailing({
  newest_state,
  newest_attempts,
}: Pick<TargetRow, 'newest_state' | 'newest_attempts'>): boolean | null {
  if (newest_state === null || newest_attempts === null) return null
  if (newest_state === 'failed') return true
  return newest_state === 'waiting' && newest_attempts >= failingFrom
}

/** The latest of some instants; null without any. */
export const latest = (times: readonly (number | null)[]) =>
  times.reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null)

/** Serializes a notification for the public API. */
function notificationItem(
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

/** Fields of a notification that people edit: the results of deliveries are not among them. */
export function editedPart({
  number,
  name,
  last_modified_at,
}: Pick<Notification, 'number' | 'name' | 'last_modified_at'>): object {
  return { number, name, last_modified_at }
}

/** Loads notifications with their environments, triggers and targets. */
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
