import { type RawBuilder, sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'

const works = (now: number): RawBuilder<boolean> => sql<boolean>`
  revoked_at is null and coalesce(least(expires_at, grace_ends_at), 'infinity') > ${now}`

/** When each working key that opens an organization was made, oldest first. */
export async function listKeyTimes(org: OrgDatabase, now: number): Promise<number[]> {
  const rows = await org.query(sql<{ at: number }>`
    select created_at as at from service_key where org_id = ${org.orgId} and ${works(now)}
    union all
    select api_key.created_at from api_key
    join membership on membership.user_id = api_key.user_id and membership.org_id = ${org.orgId}
    where ${works(now)}
    order by 1`)
  return rows.map(({ at }) => at)
}
