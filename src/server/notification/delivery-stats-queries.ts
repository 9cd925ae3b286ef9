import { type RawBuilder, sql } from 'kysely'
import type { OrgDatabase, Statement } from '#server/database/org-database.ts'

const finished = (write: Statement) =>
  sql`${write} returning delivery.notification_id, delivery.target_id, delivery.created_at,
    delivery.state`

/**
 * Runs writes after which deliveries may be delivered or given up, with others, as one statement,
 * and counts these final outcomes by day. None of the writes sees what the others do.
 * @param finishing updates of, or inserts into, `delivery`
 */
export async function executeWithDeliveryStats(
  org: OrgDatabase,
  finishing: readonly Statement[],
  others: readonly Statement[] = [],
): Promise<void> {
  if (finishing.length === 0) return org.executeBatch(others)
  const parts = finishing.map((write, n) => sql`${sql.id(`finished_${n}`)} as (${finished(write)})`)
  const all = finishing.map((_, n) => sql`select * from ${sql.id(`finished_${n}`)}`)
  const rest = others.map((write, n) => sql`${sql.id(`other_${n}`)} as (${write})`)
  await org.query(sql`
    with ${sql.join(parts)},
    counted as (
      insert into delivery_day as days (org_id, notification_id, day, target_id, delivered, failed)
      select ${org.orgId}, notification_id, floor(created_at / 86400) * 86400, target_id,
        count(*) filter (where state = 'delivered'), count(*) filter (where state = 'failed')
      from (${sql.join(all, sql` union all `)}) as one
      where state in ('delivered', 'failed')
      group by notification_id, floor(created_at / 86400) * 86400, target_id
      order by 2, 4, 3
      on conflict (org_id, notification_id, day, target_id) do update
      set delivered = days.delivered + excluded.delivered, failed = days.failed + excluded.failed)
    ${rest.length > 0 ? sql`, ${sql.join(rest)}` : sql``}
    select 1`)
}

/** Gives up the pending deliveries that meet a condition. */
export const giveUpDeliveries = (org: OrgDatabase, condition: RawBuilder<boolean>): Promise<void> =>
  executeWithDeliveryStats(org, [
    org
      .updateTable('delivery')
      .set({ state: 'failed', next_at: null })
      .where(condition)
      .where(sql<boolean>`delivery.state in ('waiting', 'held', 'gathering')`),
  ])
