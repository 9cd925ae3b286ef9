import { type RawBuilder, sql } from 'kysely'
import type { DeliveryAttempt, DeliveryState } from '#contract/notification-delivery.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'
import type { Window } from '../window.ts'

/** A digest that gathers waits, too. */
const storedStates = (states: readonly DeliveryState[]): string[] =>
  states.includes('waiting') ? [...states, 'gathering'] : [...states]

const joined = (org: OrgDatabase) =>
  org
    .selectFrom('delivery')
    .innerJoin('notification_target', (join) =>
      join
        .onRef('notification_target.org_id', '=', 'delivery.org_id')
        .onRef('notification_target.id', '=', 'delivery.target_id'),
    )
    .leftJoin('notification_event', (join) =>
      join
        .onRef('notification_event.org_id', '=', 'delivery.org_id')
        .onRef('notification_event.id', '=', 'delivery.event_id'),
    )
    .leftJoin('environment', (join) =>
      join
        .onRef('environment.org_id', '=', 'notification_event.org_id')
        .onRef('environment.id', '=', 'notification_event.environment_id'),
    )
    .leftJoinLateral(
      sql<{ last_attempt: DeliveryAttempt }>`(
        select json_build_object('number', a.number, 'at', a.at, 'duration_ms', a.duration_ms,
          'status', a.status, 'response', a.response, 'error', a.error) as last_attempt
        from delivery_attempt a
        where a.org_id = delivery.org_id and a.delivery_id = delivery.id
        order by a.number desc limit 1)`.as('newest'),
      (join) => join.onTrue(),
    )
    .select(['delivery.id', 'delivery.message_id', 'delivery.kind', 'delivery.state'])
    .select(['delivery.target_id', 'delivery.event_id', 'delivery.number', 'delivery.created_at'])
    .select(['delivery.attempt_count', 'delivery.next_at', 'delivery.requested_by'])
    .select(['notification_target.type', 'notification_target.address'])
    .select(['notification_target.context', 'notification_target.removed_at'])
    .select(['notification_target.disabled_at', 'environment.name as environment'])
    .select(['notification_event.trigger', 'notification_event.snapshot_index'])
    .select(['notification_event.name', 'notification_event.fingerprint'])
    .select(['notification_event.recorded_at', 'newest.last_attempt'])
    .select(
      sql<number | null>`case when delivery.kind = 'digest' then (
        select count(*)::integer from delivery part
        where part.org_id = delivery.org_id and part.digest_id = delivery.id) end`.as(
        'event_count',
      ),
    )
    .select(
      sql<Record<
        string,
        unknown
      > | null>`coalesce(delivery.payload, notification_event.payload)`.as('payload'),
    )

interface Asked {
  states: readonly DeliveryState[]
  targetIds: readonly string[]
  before: string | null
  limit: number
}

/** Deliveries of a notification, newest first. */
export function listDeliveryRows(
  org: OrgDatabase,
  notificationId: string,
  { states, targetIds, before, limit }: Asked,
) {
  const newest = (state: RawBuilder<unknown>) => sql`select d.id from delivery d
    where d.org_id = ${org.orgId} and d.notification_id = ${notificationId} and ${state}
      and (${before}::text is null or d.id < ${before})
      and (${targetIds.length} = 0 or d.target_id = any(${targetIds}))
    order by d.id desc limit ${limit}`
  // Each state gives its own newest ones, found by an index.
  const ids =
    states.length === 0
      ? newest(sql`true`)
      : sql.join(
          storedStates(states).map((state) => sql`(${newest(sql`d.state = ${state}`)})`),
          sql` union all `,
        )
  return joined(org)
    .where(sql<boolean>`delivery.id in (${ids})`)
    .orderBy('delivery.id', 'desc')
    .limit(limit)
    .execute()
}
export type DeliveryRow = Awaited<ReturnType<typeof listDeliveryRows>>[number]

/** A delivery of a notification. */
export function findDelivery(org: OrgDatabase, notificationId: string, id: string) {
  return joined(org)
    .where('delivery.notification_id', '=', notificationId)
    .where('delivery.id', '=', id)
    .executeTakeFirst()
}

/** Attempts of a delivery, oldest first. */
export function listAttempts(org: OrgDatabase, deliveryId: string) {
  return org
    .selectFrom('delivery_attempt')
    .select(['delivery_attempt.number', 'delivery_attempt.at', 'delivery_attempt.duration_ms'])
    .select(['delivery_attempt.status', 'delivery_attempt.response', 'delivery_attempt.error'])
    .where('delivery_attempt.delivery_id', '=', deliveryId)
    .orderBy('delivery_attempt.number')
    .execute()
}

/** What ids begin with that are made from an instant on (wire.md 4). */
const firstIdAt = (at: number) => {
  const hex = Math.max(0, Math.floor(at * 1000))
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/** How many deliveries came about on each UTC day (its start), by state; of one notification or all. */
export function countByDay(org: OrgDatabase, { from, to }: Window, number: number | null) {
  return org.rowsOf(sql<{ day: number; state: Tables['delivery']['state']; count: number }>`
    select (floor(d.created_at / 86400) * 86400)::double precision as day, d.state,
      count(*)::integer as count
    from notification n join delivery d on d.org_id = n.org_id and d.notification_id = n.id
    where n.org_id = ${org.orgId} and (${number}::integer is null or n.number = ${number})
      and d.state in ('delivered', 'failed', 'waiting', 'held', 'gathering')
      and d.id >= ${firstIdAt(from - 60)} and d.created_at between ${from} and ${to}
    group by 1, 2`)
}

/** Inserts a delivery that somebody asked for. */
export async function insertAsked(
  org: OrgDatabase,
  made: Omit<Tables['delivery'], 'org_id' | 'payload' | 'digest_id' | 'requested_by'> & {
    payload: Record<string, unknown> | null
    requested_by: string
  },
): Promise<void> {
  const { payload, ...rest } = made
  const text = payload && JSON.stringify(payload)
  await org.insertInto('delivery', { ...rest, payload: text, digest_id: null }).execute()
}
