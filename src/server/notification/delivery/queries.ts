import { type Selectable, sql } from 'kysely'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { executeWithDeliveryStats } from '#server/notification/delivery-stats-queries.ts'

/** Messages to one target at a time. */
const batch = 20

/**
 * Deliveries of a target that could be tried now: the oldest new ones, and the first to be retried.
 */
const due = (org: OrgDatabase, targetId: unknown, now: number, limit: number) => sql`(
  (select d.id, d.created_at as due from delivery d
    where d.org_id = ${org.orgId} and d.target_id = ${targetId}
      and d.state = 'waiting' and d.attempt_count = 0
    order by d.number limit ${sql.lit(limit)})
  union all
  (select d.id, d.next_at as due from delivery d
    where d.org_id = ${org.orgId} and d.target_id = ${targetId}
      and d.state = 'waiting' and d.attempt_count > 0 and d.next_at <= ${now}
    order by d.next_at limit ${sql.lit(limit)}))`

/** Leases targets with due deliveries that nobody serves. @returns their ids */
export async function leaseTargets(
  org: OrgDatabase,
  { lease, now, until, limit }: { lease: string; now: number; until: number; limit: number },
): Promise<string[]> {
  const rows = await org.query(sql<{ id: string }>`
    with free as (
      select t.id from notification_target t
      where t.org_id = ${org.orgId} and t.removed_at is null and t.disabled_at is null
        and (t.probe_at is null or t.probe_at <= ${now})
        and not exists (select 1 from notification n where n.org_id = ${org.orgId}
          and n.id = t.notification_id
          and (n.muted_until > ${now} or n.deleted_at is not null))
        and (t.leased_until is null or t.leased_until <= ${now})
        and exists (select 1 from ${due(org, sql`t.id`, now, 1)} as due)
      limit ${limit} for update of t skip locked)
    update notification_target t set lease = ${lease}, leased_until = ${until}
    from free where t.org_id = ${org.orgId} and t.id = free.id
    returning t.id`)
  return rows.map(({ id }) => id)
}

/** Renews the lease of a target, unless somebody else has taken it meanwhile. */
export async function renewLease(
  org: OrgDatabase,
  id: string,
  { lease, until }: { lease: string; until: number },
): Promise<void> {
  await org
    .updateTable('notification_target')
    .set({ leased_until: until })
    .where('notification_target.id', '=', id)
    .where('notification_target.lease', '=', lease)
    .execute()
}

/** Releases a target, unless somebody else has taken it meanwhile. */
export async function releaseTarget(org: OrgDatabase, id: string, lease: string): Promise<void> {
  await org
    .updateTable('notification_target')
    .set({ lease: null, leased_until: null })
    .where('notification_target.id', '=', id)
    .where('notification_target.lease', '=', lease)
    .execute()
}

/** The next deliveries to a leased target, in order, with everything needed to send them. */
export function nextDeliveries(
  org: OrgDatabase,
  targetId: string,
  now: number,
  lease: string,
): Promise<DueDelivery[]> {
  return org.query(sql<DueDelivery>`
    select delivery.id, delivery.message_id, delivery.kind, delivery.attempt_count,
      t.id as target_id, t.type, t.address, t.notification_id, t.failures_in_a_row,
      n.secret, n.previous_secret, n.previous_until, event.environment_id,
      coalesce(delivery.payload, event.payload) as payload
    from ${due(org, targetId, now, batch)} as due
    join delivery on delivery.org_id = ${org.orgId} and delivery.id = due.id
    join notification_target t on t.org_id = delivery.org_id and t.id = delivery.target_id
    join notification n on n.org_id = t.org_id and n.id = t.notification_id
    left join notification_event event
      on event.org_id = delivery.org_id and event.id = delivery.event_id
    where t.lease = ${lease} and t.removed_at is null and t.disabled_at is null
      and (t.probe_at is null or t.probe_at <= ${now})
      and (n.muted_until is null or n.muted_until <= ${now}) and n.deleted_at is null
    order by due.due, delivery.number limit ${sql.lit(batch)}`)
}
export interface DueDelivery
  extends
    Pick<Tables['delivery'], 'id' | 'message_id' | 'kind' | 'attempt_count' | 'target_id'>,
    Pick<Selectable<Tables['notification_target']>, 'type' | 'address' | 'notification_id'>,
    Pick<Tables['notification'], 'secret' | 'previous_secret' | 'previous_until'> {
  failures_in_a_row: number
  payload: Record<string, unknown> | null
  environment_id: string | null
}

interface AttemptToStore {
  delivery: Pick<DueDelivery, 'id' | 'target_id' | 'attempt_count'>
  attempt: Omit<Tables['delivery_attempt'], 'org_id' | 'delivery_id' | 'number'>
  state: Tables['delivery']['state']
  nextAt: number | null
  /** Whether the target gets nothing more. */
  isGone: boolean
  /** Failures of the target in a row, with this attempt. */
  failures: number
  /** Before then nothing is sent to the target; null while it gets everything. */
  probeAt: number | null
  /** Older messages without an attempt are given up while the target is only probed. */
  givenUpBefore: number
}

/** Stores the result of an attempt, in one statement. */
export async function saveAttempt(
  org: OrgDatabase,
  { delivery, attempt, state, nextAt, isGone, failures, probeAt, givenUpBefore }: AttemptToStore,
): Promise<void> {
  const number = delivery.attempt_count + 1
  const finishing: Statement[] = [
    org
      .updateTable('delivery')
      .set({ state, next_at: nextAt, attempt_count: number })
      .where('delivery.id', '=', delivery.id)
      // One that was given up meanwhile stays so.
      .where('delivery.state', '=', 'waiting'),
  ]
  const others: Statement[] = [
    org
      .insertInto('delivery_attempt', { delivery_id: delivery.id, number, ...attempt })
      .onConflict((conflict) => conflict.doNothing()),
    org
      .updateTable('notification_target')
      .set({
        ...(state === 'delivered'
          ? { last_success_at: attempt.at }
          : { last_failure_at: attempt.at }),
        ...(isGone && { disabled_at: attempt.at }),
        failures_in_a_row: failures,
        probe_at: probeAt,
      })
      .where('notification_target.id', '=', delivery.target_id),
  ]
  if (isGone || probeAt !== null) {
    finishing.push(
      org
        .updateTable('delivery')
        .set({ state: 'failed', next_at: null })
        .where('delivery.target_id', '=', delivery.target_id)
        .where(sql<boolean>`delivery.state = 'waiting'`)
        .where('delivery.id', '<>', delivery.id)
        .where(
          sql<boolean>`(${isGone} or (delivery.attempt_count = 0
            and delivery.created_at < ${givenUpBefore}))`,
        ),
    )
  }
  await executeWithDeliveryStats(org, finishing, others)
}
