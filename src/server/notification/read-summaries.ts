import type { QueryOf } from '#contract/endpoint.ts'
import type { listNotificationSummaries, NotificationSummary } from '#contract/notification-page.ts'
import type { OrgContext } from '../handler.ts'
import type { NotificationRow } from './queries.ts'
import { readParts } from './read-parts.ts'
import { notificationSummary, targetSummary } from './summary.ts'
import { countWaiting } from './target-queries.ts'

type Context = Pick<OrgContext, 'org' | 'secrets' | 'clock'>
type Asked = Omit<QueryOf<typeof listNotificationSummaries>, 'page' | 'per_page'>

/** Notifications as the dashboard lists them. */
export async function readSummaries(
  { org, secrets, clock }: Context,
  rows: readonly NotificationRow[],
): Promise<NotificationSummary[]> {
  const ids = rows.map(({ id }) => id)
  const partsOf = await readParts(org, ids)
  const waiting = await countWaiting(org, ids)
  const waitingFor = new Map(waiting.map(({ target_id, count }) => [target_id, count]))
  const now = clock()
  return rows.map((row) => {
    const { watched, targets } = partsOf(row.id)
    const shown = targets.map((one) =>
      targetSummary({ secrets, orgId: org.orgId }, one, waitingFor.get(one.id) ?? 0),
    )
    return notificationSummary(row, watched, shown, now)
  })
}

const isAny = <T>(wanted: readonly T[] | null | undefined, has: readonly T[]) =>
  !wanted?.length || wanted.some((one) => has.includes(one))

/** Whether a list that is narrowed like this shows a notification. */
export function isListed(asked: Asked, one: NotificationSummary): boolean {
  const words = asked.q?.trim().toLowerCase() ?? ''
  const texts = [one.name, one.created_by, ...one.targets.map(({ label }) => label)]
  return (
    isAny(asked.environment, one.environments) &&
    isAny(asked.trigger, one.triggers) &&
    isAny(
      asked.target_type,
      one.targets.map(({ type }) => type),
    ) &&
    isAny(asked.health, [one.health]) &&
    (words === '' || texts.some((text) => text.toLowerCase().includes(words)))
  )
}

const byName = (a: NotificationSummary, b: NotificationSummary) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : a.number - b.number

/** In the order that is asked for; what never failed stands last. */
export function sortListed(
  { sort, sort_direction }: Asked,
  list: readonly NotificationSummary[],
): NotificationSummary[] {
  const sign = sort_direction === 'asc' ? 1 : -1
  if (sort === 'name') return list.toSorted((a, b) => sign * byName(a, b))
  return list.toSorted((a, b) => {
    const [one, other] = [a.last_failure_timestamp, b.last_failure_timestamp]
    if (one === other) return byName(a, b)
    if (one === null || other === null) return one === null ? 1 : -1
    return sign * (one - other)
  })
}
