import { sql } from 'kysely'
import type { Standing } from '#contract/verdict/standing.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { isExpired, limitValues, type LimitValues } from '#server/database/evidence-ages.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'

const standingCount = (standing: Standing) =>
  sql`(count(*) filter (where standing = ${standing}))::integer`

interface QualifiedCounts {
  environment_id: string
  by_exception: number
  expired: number
  not_asked: number
}

const qualifiedIn = preparedQuery((org, limits: { ids: readonly string[] } & LimitValues) => {
  const isOnExpired = sql`exists (select from json_each_text(carriers -> 'evidence') as found
    where ${isExpired(sql`found.key`, sql`found.value`, limits)})`
  const isByException = sql`json_array_length(carriers -> 'override_ids') > 0
    or (carriers ->> 'is_allow_listed')::boolean or (carriers ->> 'is_exempt')::boolean`
  return sql<QualifiedCounts>`
    select environment_id, ${standingCount('by_exception')} as by_exception,
      ${standingCount('expired')} as expired, ${standingCount('not_asked')} as not_asked
    from (
      select environment_id, case when ${isOnExpired} then 'expired'
        when ${isByException} then 'by_exception'
        when (carriers ->> 'is_not_asked')::boolean then 'not_asked' end as standing
      from verdict
      where org_id = ${org.orgId} and environment_id = any(${limits.ids}) and to_index is null
        and compliant and carriers is not null) as carried
    where standing is not null
    group by environment_id`
})

/**
 * Counts compliant running artifacts that not fresh evidence alone carries, by environment: each
 * in the first class that holds, in the order of `standingOf`.
 */
export const countQualified = (
  org: OrgDatabase,
  ids: readonly string[],
  limits: EvidenceLimits,
): Promise<QualifiedCounts[]> => qualifiedIn(org, { ids, ...limitValues(limits) })
