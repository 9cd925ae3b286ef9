import type { QueryOf } from '#contract/common/endpoint.ts'
import type {
  TargetSummary,
  NotificationSummary,
  listNotificationSummaries,
} from '#contract/notification/notification-page.ts'
import type { TargetType } from '#contract/notification/notification-types.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { latest, readParts } from './load-notifications.ts'
import { type TargetRow, type NotificationRow, countSent, countWaiting } from './queries.ts'
import { type Address, maskedUrl, decryptAddress } from './target-address.ts'
import { healthOf, worstHealth } from './target-health.ts'

/** Label of a target; it contains no secret. */
export function labelOf(address: Address | null, context: Record<string, unknown> | null): string {
  if (address === null) return 'An address that cannot be read'
  if ('email' in address) return address.email.join(', ')
  const channel = context?.['channel_name']
  return typeof channel === 'string' && channel !== '' ? channel : maskedUrl(address.webhook)
}

/** Serializes targets for pages, with the number of pending messages of each. */
function targetSummary(
  { secrets, orgId }: { secrets: Secrets; orgId: string },
  row: TargetRow,
  waiting_count: number,
): TargetSummary {
  const { id, context, payload_version, last_success_at, last_failure_at } = row
  const address = decryptAddress(secrets, orgId, row)
  return {
    target_id: id,
    type: row.type as TargetType,
    label: labelOf(address, context),
    email: address && 'email' in address ? address.email : null,
    payload_version,
    context,
    health: healthOf(row),
    last_success_at,
    last_failure_at,
    is_disabled: row.disabled_at !== null,
    failures_in_a_row: row.failures_in_a_row,
    next_probe_at: row.probe_at,
    waiting_count,
  }
}

/** Serializes a notification for lists of the dashboard. */
function notificationSummary(
  row: NotificationRow,
  watched: readonly { name: string; is_named: boolean }[],
  { targets, sent_count }: Pick<NotificationSummary, 'targets' | 'sent_count'>,
  now: number,
): NotificationSummary {
  const isMuted = row.muted_until !== null && row.muted_until > now
  return {
    number: row.number,
    name: row.name,
    environments: watched.map(({ name }) => name),
    named_environments: watched.filter((one) => one.is_named).map(({ name }) => name),
    selector: row.selector,
    triggers: row.triggers,
    digest: row.digest,
    merge_minutes: row.merge_seconds / 60,
    muted_until: isMuted ? row.muted_until : null,
    muted_by: isMuted ? row.muted_by : null,
    health: worstHealth(targets),
    targets,
    sent_count,
    last_success_timestamp: latest(targets.map((one) => one.last_success_at)),
    last_failure_timestamp: latest(targets.map((one) => one.last_failure_at)),
    is_created_from_slack_app: false,
    created_by: row.created_by,
    created_at: row.created_at,
    last_modified_by: row.last_modified_by,
    last_modified_at: row.last_modified_at,
  }
}

type Context = Pick<OrgContext, 'org' | 'secrets' | 'clock'>
type ListQuery = Omit<QueryOf<typeof listNotificationSummaries>, 'page' | 'per_page'>

/** Loads notifications for lists of the dashboard. */
export async function readSummaries(
  { org, secrets, clock }: Context,
  rows: readonly NotificationRow[],
): Promise<NotificationSummary[]> {
  const ids = rows.map(({ id }) => id)
  const partsOf = await readParts(org, ids)
  const waiting = await countWaiting(org, ids)
  const waitingFor = new Map(waiting.map(({ target_id, count }) => [target_id, count]))
  const now = clock()
  const sent = await countSent(org, ids, now)
  const sentBy = new Map(sent.map(({ notification_id, count }) => [notification_id, count]))
  return rows.map((row) => {
    const { watched, targets } = partsOf(row.id)
    const shown = targets.map((one) =>
      targetSummary({ secrets, orgId: org.orgId }, one, waitingFor.get(one.id) ?? 0),
    )
    const sent_count = sentBy.get(row.id) ?? 0
    return notificationSummary(row, watched, { targets: shown, sent_count }, now)
  })
}

const isAny = <T>(wanted: readonly T[] | null | undefined, has: readonly T[]) =>
  !wanted?.length || wanted.some((one) => has.includes(one))

/** Returns whether a notification matches the filters of a list. */
export function isListed(query: ListQuery, one: NotificationSummary): boolean {
  const searched = query.q?.trim().toLowerCase() ?? ''
  const texts = [one.name, one.created_by, ...one.targets.map(({ label }) => label)]
  return (
    isAny(query.environment, one.environments) &&
    isAny(query.trigger, one.triggers) &&
    isAny(
      query.target_type,
      one.targets.map(({ type }) => type),
    ) &&
    isAny(query.health, [one.health]) &&
    (searched === '' || texts.some((text) => text.toLowerCase().includes(searched)))
  )
}

const byName = (a: NotificationSummary, b: NotificationSummary) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : a.number - b.number

/** Healths in the order that asks for a look. */
const byUrgency = ['failing', 'retrying', 'partly_tried', 'never_tried', 'working'] as const

/** Sorts notifications; those that never failed come last by their last failure. */
export function sortListed(
  { sort, sort_direction }: ListQuery,
  list: readonly NotificationSummary[],
): NotificationSummary[] {
  const sign = sort_direction === 'asc' ? 1 : -1
  if (sort === 'name') return list.toSorted((a, b) => sign * byName(a, b))
  if (sort === 'health') {
    const urgencyOf = ({ health }: NotificationSummary) => byUrgency.indexOf(health)
    return list.toSorted((a, b) => sign * (urgencyOf(a) - urgencyOf(b)) || byName(a, b))
  }
  return list.toSorted((a, b) => {
    const [one, other] = [a.last_failure_timestamp, b.last_failure_timestamp]
    if (one === other) return byName(a, b)
    if (one === null || other === null) return one === null ? 1 : -1
    return sign * (one - other)
  })
}
