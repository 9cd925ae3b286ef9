import { sql, type RawBuilder } from 'kysely'
import type { DeliveryState, DeliveryAttempt } from '#contract/notification/delivery.ts'
import { dayStart } from '#domain/common/days.ts'
import type { DeliveryDay } from '#domain/notification/delivery-schedule.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'
import {
  executeWithDeliveryStats,
  giveUpDeliveries,
} from '#server/notification/delivery-stats-queries.ts'
import type { TimeWindow } from '#server/platform/clock.ts'

/** Stored states of the states shown: a digest that collects events is shown as waiting. */
const storedStates = (states: readonly DeliveryState[]): string[] =>
  states.includes('waiting') ? [...states, 'gathering'] : [...states]

const joined = (org: OrgDatabase) =>
  org
    .selectFrom('delivery')
    .innerJoin('notification_target', onOrgAnd('notification_target.id', 'delivery.target_id'))
    .innerJoin('notification', onOrgAnd('notification.id', 'delivery.notification_id'))
    .leftJoin('notification_event', onOrgAnd('notification_event.id', 'delivery.event_id'))
    .leftJoin('environment', onOrgAnd('environment.id', 'notification_event.environment_id'))
    .leftJoinLateral(
      sql<{ last_attempt: DeliveryAttempt }>`(
        select json_build_object('number', a.number, 'at', a.at, 'duration_ms', a.duration_ms,
          'status', a.status, 'response', a.response, 'error', a.error) as last_attempt
        from delivery_attempt a
        where a.org_id = ${org.orgId} and a.delivery_id = delivery.id
        order by a.number desc limit 1)`.as('newest'),
      (join) => join.onTrue(),
    )
    .select(['delivery.id', 'delivery.message_id', 'delivery.kind', 'delivery.state'])
    .select(['delivery.target_id', 'delivery.event_id', 'delivery.number', 'delivery.created_at'])
    .select(['delivery.attempt_count', 'delivery.requested_by'])
    // Pending ones are tried when the target is probed, and not while the rule is muted.
    .select(
      sql<number | null>`case when delivery.state = 'waiting' then greatest(delivery.next_at,
        notification_target.probe_at, notification.muted_until) else delivery.next_at end`.as(
        'next_at',
      ),
    )
    .select(['notification_target.type', 'notification_target.address'])
    .select(['notification_target.context', 'notification_target.removed_at'])
    .select(['notification_target.disabled_at', 'environment.name as environment'])
    .select(['notification_event.trigger', 'notification_event.snapshot_index'])
    .select(['notification_event.name', 'notification_event.fingerprint'])
    .select(['notification_event.recorded_at', 'newest.last_attempt'])
    .select(
      sql<number | null>`case when delivery.kind = 'digest' then (
        select count(*)::integer from delivery part
        where part.org_id = ${org.orgId} and part.digest_id = delivery.id) end`.as('event_count'),
    )
    .select(
      sql<Record<
        string,
        unknown
      > | null>`coalesce(delivery.payload, notification_event.payload)`.as('payload'),
    )

/** Prefix of ids made from an instant on. */
const firstIdAt = (at: number) => {
  const hex = Math.min(Math.max(0, Math.floor(at * 1000)), 2 ** 48 - 1)
    .toString(16)
    .padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

/**
 * Seconds by which an id may be older or newer than its row: a test is sent before it is stored.
 */
const idSlack = 60

interface LogQuery {
  states: readonly DeliveryState[]
  targetIds: readonly string[]
  /** Window of creation: an open end is null. */
  from: number | null
  to: number | null
  before: string | null
  limit: number
}

/** Deliveries of a notification, newest first. */
export function listDeliveryRows(
  org: OrgDatabase,
  notificationId: string,
  { states, targetIds, from, to, before, limit }: LogQuery,
) {
  const first = from === null ? null : firstIdAt(from - idSlack)
  const last = to === null ? null : firstIdAt(to + idSlack)
  const newest = (state: RawBuilder<unknown>) => sql`select d.id from delivery d
    where d.org_id = ${org.orgId} and d.notification_id = ${notificationId} and ${state}
      and (${before}::text is null or d.id < ${before})
      and (${first}::text is null or (d.id >= ${first} and d.created_at >= ${from}))
      and (${last}::text is null or (d.id < ${last} and d.created_at <= ${to}))
      and (${targetIds.length} = 0 or d.target_id = any(${targetIds}))
    order by d.id desc limit ${limit}`
  // The newest of each state, found by an index.
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

/**
 * Outcomes of the deliveries created on each UTC day (its start), of one notification or all: final
 * ones are counted when they are reached, so only pending ones are counted here.
 */
export function countByDay(org: OrgDatabase, { from, to }: TimeWindow, number: number | null) {
  const begin = dayStart(from)
  return org.query(sql<DeliveryDay>`
    select found.day, sum(found.delivered)::integer as delivered,
      sum(found.failed)::integer as failed, sum(found.waiting)::integer as waiting
    from notification n cross join lateral (
      select day, delivered, failed, 0 as waiting from delivery_day days
      where days.org_id = ${org.orgId} and days.notification_id = n.id
        and days.day between ${begin} and ${to}
      union all
      select floor(d.created_at / 86400) * 86400, 0, 0, 1 from delivery d
      where d.org_id = ${org.orgId} and d.notification_id = n.id
        and d.state in ('waiting', 'held', 'gathering')
        and d.id >= ${firstIdAt(begin - idSlack)} and d.created_at between ${begin} and ${to}) found
    where n.org_id = ${org.orgId} and (${number}::integer is null or n.number = ${number})
    group by found.day`)
}

/** Inserts a delivery requested by a person. */
export async function insertRequested(
  org: OrgDatabase,
  made: Omit<Tables['delivery'], 'org_id' | 'payload' | 'digest_id' | 'requested_by'> & {
    payload: Record<string, unknown> | null
    requested_by: string
  },
): Promise<void> {
  const { payload, ...rest } = made
  const text = payload && JSON.stringify(payload)
  const row = { ...rest, payload: text, digest_id: null }
  await executeWithDeliveryStats(org, [org.insertInto('delivery', row)])
}

/** Rows of each kind at a time. */
const batch = 500

/** Pending messages of an organization, found by the index of each target. */
const pendingByTarget = ({ orgId }: OrgDatabase) => sql`
  from notification_target t
  join notification n on n.org_id = t.org_id and n.id = t.notification_id
  join delivery d on d.org_id = t.org_id and d.target_id = t.id
    and d.state in ('waiting', 'held', 'gathering')
  where t.org_id = ${orgId}`

/** Condition that a target gets nothing any more. */
const isUnreachable = sql`(t.removed_at is not null or t.disabled_at is not null
  or n.deleted_at is not null)`

/**
 * Gives up messages that are pending though their target gets nothing any more, as where it was
 * disabled while they were made.
 * @returns number of messages
 */
export function failUnreachable(org: OrgDatabase): Promise<number> {
  return org.transaction(async (part) => {
    const rows = await part.query(sql<{ id: string }>`
      select d.id ${pendingByTarget(part)} and ${isUnreachable}
      limit ${sql.lit(batch)} for update of d skip locked`)
    const ids = rows.map(({ id }) => id)
    if (ids.length > 0) await giveUpDeliveries(part, sql`delivery.id = any(${ids})`)
    return ids.length
  })
}

/**
 * Deletes messages sent before an instant, and the answers of targets: the attempts, their times
 * and their results stay. Messages that still can be sent stay whole.
 * @returns number of texts deleted
 */
export async function forgetMessages(org: OrgDatabase, before: number): Promise<number> {
  const { orgId } = org
  const [row] = await org.query(sql<{ count: number }>`
    with waiting as (
      select min(d.created_at) as at ${pendingByTarget(org)}
        and not ${isUnreachable}),
    events as (
      update notification_event set payload = null
      where org_id = ${orgId} and id in (
        select id from notification_event
        where org_id = ${orgId} and payload is not null
          and told_at < least(${before}, (select at from waiting))
        order by told_at limit ${sql.lit(batch)})
      returning 1),
    own as (
      update delivery set payload = null
      where org_id = ${orgId} and id in (
        select id from delivery
        where org_id = ${orgId} and payload is not null and created_at < ${before}
          and state in ('delivered', 'failed')
        order by created_at limit ${sql.lit(batch)})
      returning 1),
    answers as (
      update delivery_attempt set response = null
      where org_id = ${orgId} and (delivery_id, number) in (
        select delivery_id, number from delivery_attempt
        where org_id = ${orgId} and response is not null and at < ${before}
        order by at limit ${sql.lit(batch)})
      returning 1)
    select (select count(*) from events)::integer + (select count(*) from own)::integer
      + (select count(*) from answers)::integer as count`)
  return row?.count ?? 0
}
