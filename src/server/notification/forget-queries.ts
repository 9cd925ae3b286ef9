import { sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'

/** Rows of each kind at a time. */
const batch = 500

/**
 * Forgets what was sent before an instant, and how targets answered: that, when and how often it was
 * tried, and what became of it, stays. What is still to be sent stays whole.
 * @returns how many texts were forgotten
 */
export async function forgetMessages(org: OrgDatabase, before: number): Promise<number> {
  const { orgId } = org
  const [row] = await org.rowsOf(sql<{ count: number }>`
    with waiting as (
      select min(created_at) as at from delivery
      where org_id = ${orgId} and state in ('waiting', 'held', 'gathering')),
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
