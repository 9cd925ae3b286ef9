import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type { ExceptionKind, listExceptions } from '#contract/exception/exception.ts'
import type { OverrideState } from '#contract/override/override.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { exceptionColumns, exceptionsByKind } from './kind-queries.ts'

type Query = QueryOf<typeof listExceptions>
/** Filters of the register, and its order. */
export type Filters = Omit<Query, 'page' | 'per_page'>

/** An exception, or a request for one. */
export interface ExceptionRow {
  kind: ExceptionKind
  id: string
  name: string
  flow_name: string | null
  trail_name: string | null
  environment_id: string | null
  environment_name: string | null
  policy_id: string | null
  policy_name: string | null
  policy_version: number | null
  policy_line: number | null
  /** The rule that an exception of a policy frees from. */
  rule: string | null
  artifact_fingerprint: string | null
  state: OverrideState
  reason: string
  external_urls: Record<string, unknown> | null
  created_at: number
  created_by: string
  /** Null where that account is gone. */
  created_by_id: string | null
  expires_at: number | null
  ended_at: number | null
  ended_by: string | null
  has_usual_expiry: boolean
  approved_by: string | null
  reviewed_at: number | null
  reviewed_by: string | null
  /** What the last review decided; null where it was only looked at. */
  review_outcome: 'kept' | 'shortened' | 'ended' | null
}

/** Exceptions that concern an environment: allowed or snoozed there, attached to it, relied on there. */
const concerns = (org: OrgDatabase, environmentName: string) => sql<boolean>`exists (
  select from environment
  where environment.org_id = ${org.orgId} and environment.name = ${environmentName}
    and case one.kind
      when 'policy' then exists (
        select from policy_attachment attached
        where attached.org_id = environment.org_id and attached.environment_id = environment.id
          and attached.policy_id = one.policy_id)
      when 'override' then exists (
        select from verdict
        where verdict.org_id = environment.org_id and verdict.environment_id = environment.id
          and verdict.to_index is null and verdict.carriers is not null
          and one.id in (select json_array_elements_text(verdict.carriers -> 'override_ids')))
      else one.environment_id = environment.id end)`

const words = sql`lower(concat_ws(' ', one.name, one.reason, one.trail_name, one.environment_name,
  one.policy_name, one.external_urls::text))`

/** Conditions of the filters, each on a row `one`. */
function conditions(org: OrgDatabase, filters: Filters): RawBuilder<boolean>[] {
  const { kind, state, q, flow_name, environment_name, attestation_type, created_by } = filters
  const { direction, expires_before, has_end, from_timestamp, to_timestamp, reviewed } = filters
  const found: RawBuilder<boolean>[] = []
  if (kind?.length) found.push(sql`one.kind = any(${kind})`)
  if (state?.length) found.push(sql`one.state = any(${state})`)
  if (q) found.push(sql`position(${q.toLowerCase()} in ${words}) > 0`)
  if (flow_name != null) found.push(sql`one.flow_name = ${flow_name}`)
  if (environment_name != null) found.push(concerns(org, environment_name))
  if (attestation_type != null) found.push(sql`one.attestation_type = ${attestation_type}`)
  if (created_by != null) found.push(sql`one.created_by = ${created_by}`)
  if (direction != null) found.push(sql`one.is_compliant = ${direction === 'to_compliant'}`)
  if (expires_before != null) found.push(sql`one.expires_at < ${expires_before}`)
  if (has_end != null) found.push(sql`(one.expires_at is not null) = ${has_end}`)
  if (from_timestamp != null) found.push(sql`one.created_at >= ${from_timestamp}`)
  if (to_timestamp != null) found.push(sql`one.created_at <= ${to_timestamp}`)
  if (reviewed != null) found.push(sql`one.is_reviewed = ${reviewed}`)
  return found
}

const newestFirst = sql`one.created_at desc, one.kind, one.id desc`
const orders: Record<Query['sort'], RawBuilder<unknown>> = {
  kind: sql`one.state <> 'requested', one.place, one.expires_at nulls last, ${newestFirst}`,
  created_at: newestFirst,
  expires_at: sql`one.expires_at nulls last, ${newestFirst}`,
}

/** The same orders among those of one kind that all wait, or do not: as indexes have them. */
const newestOfKind = sql`one.created_at desc, one.id desc`
const endOfKind = sql`one.expires_at nulls last, ${newestOfKind}`
const ordersOfKind: Record<Query['sort'], RawBuilder<unknown>> = {
  kind: endOfKind,
  created_at: newestOfKind,
  expires_at: endOfKind,
}

/** The matching exceptions of each kind, to be selected from. */
const matchingByKind = (org: OrgDatabase, filters: Filters, now: number) =>
  exceptionsByKind(org, now, filters.state?.length ? filters.state : undefined).map(
    (kind) => sql`from (${kind}) as one (${exceptionColumns})
      where ${sql.join([sql`true`, ...conditions(org, filters)], sql` and `)}`,
  )

/**
 * Ids of the matching exceptions in order, of one page or of all. Of each kind no more are read, in
 * the order of an index, than the pages up to that one hold.
 */
export async function listExceptionIds(
  org: OrgDatabase,
  filters: Filters,
  now: number,
  paging?: { page: number; per_page: number },
): Promise<string[]> {
  const part = paging
    ? sql`limit ${paging.per_page} offset ${(paging.page - 1) * paging.per_page}`
    : sql``
  const first = paging ? sql`limit ${paging.page * paging.per_page}` : sql``
  const order = orders[filters.sort]
  const kinds = matchingByKind(org, filters, now).map(
    (kind) => sql`(select one.id, one.kind, one.place, one.state, one.expires_at, one.created_at
      ${kind} order by ${ordersOfKind[filters.sort]} ${first})`,
  )
  const rows = await org.query(sql<{ id: string }>`
    select one.id from (${sql.join(kinds, sql` union all `)}) as one order by ${order} ${part}`)
  return rows.map(({ id }) => id)
}

/** Number of matching exceptions. */
export async function countExceptions(
  org: OrgDatabase,
  filters: Filters,
  now: number,
): Promise<number> {
  const kinds = matchingByKind(org, filters, now).map((kind) => sql`select count(*) as n ${kind}`)
  const [row] = await org.query(sql<{ count: number }>`
    select sum(n)::integer as count from (${sql.join(kinds, sql` union all `)}) as counted`)
  return row?.count ?? 0
}

/** Some exceptions, in the order of the given ids. */
export async function readExceptions(
  org: OrgDatabase,
  ids: readonly string[],
  now: number,
): Promise<ExceptionRow[]> {
  if (ids.length === 0) return []
  const rows = await org.query(sql<ExceptionRow>`
    select one.* from (${sql.join(exceptionsByKind(org, now), sql` union all `)})
      as one (${exceptionColumns})
    where one.id = any(${ids})`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** States of what is in force, and of what waits. */
const presentStates = ['active', 'expiring', 'requested'] as const

/** Numbers of exceptions in force, and of requests that wait, by what tells them apart. */
export const countByKindAndEnd = (org: OrgDatabase, now: number) =>
  org.query(sql<{
    kind: ExceptionKind
    state: OverrideState
    has_end: boolean
    is_reviewed: boolean
    count: number
  }>`
    select one.kind, one.state, one.expires_at is not null as has_end, one.is_reviewed,
      count(*)::integer as count
    from (${sql.join(exceptionsByKind(org, now, presentStates), sql` union all `)})
      as one (${exceptionColumns})
    group by 1, 2, 3, 4`)
