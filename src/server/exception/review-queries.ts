import { type Selectable, sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { isAnsweredForBy } from '#server/database/conditions.ts'
import type { Tables } from '#server/database/tables.ts'

type Review = Omit<Selectable<Tables['exception_review']>, 'org_id'>

/** Stores a review. */
export async function insertReview(org: OrgDatabase, review: Review): Promise<void> {
  await org.insertInto('exception_review', review).execute()
}

/** The last review of each exception since an instant, newest first. */
export function listReviewsSince(org: OrgDatabase, since: number): Promise<Review[]> {
  return org.query(sql<Review>`
    select * from (
      select distinct on (kind, exception_id) * from exception_review
      where org_id = ${org.orgId} and reviewed_at >= ${since}
      order by kind, exception_id, id desc) as last
    order by id desc`)
}

/** Ids of the service accounts that a person answers for. */
export async function listOwnAccounts(org: OrgDatabase, responsibleId: string): Promise<string[]> {
  const rows = await org.query(sql<{ id: string }>`
    select account.id from service_account account
    where account.org_id = ${org.orgId} and ${isAnsweredForBy(org, sql`account.id`, responsibleId)}`)
  return rows.map(({ id }) => id)
}

/** Whether there is an override or a policy of this id. */
export async function isKnownId(org: OrgDatabase, id: string): Promise<boolean> {
  const [row] = await org.query(sql<{ is_known: boolean }>`
    select exists (select from override_state
        where org_id = ${org.orgId} and override_id = ${id})
      or exists (select from policy where org_id = ${org.orgId} and id = ${id}) as is_known`)
  return row?.is_known ?? false
}
