import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '#contract/common/endpoint.ts'
import { type listExceptions, maxCounted } from '#contract/exception/exception.ts'
import { statesOfFilter } from '#domain/exception/states-of-filter.ts'
import { standingStates } from '#domain/override/override-states.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { exceptionColumns, exceptionsByKind, type KindOfExceptions } from './kind-queries.ts'

type Query = QueryOf<typeof listExceptions>
/** Filters of the register, and its order. */
export type Filters = Omit<Query, 'page_after' | 'per_page'>

/** Where an exception stands in the orders of the register. */
export interface ExceptionPosition {
  waits: boolean
  /** Its place among the kinds, from 1. */
  place: number
  expires_at: number | null
  created_at: number
  id: string
}

/** Exceptions that concern an environment: allowed or snoozed there, attached to it, relied on there. */
const concerns = (org: OrgDatabase, environmentName: string) => sql<boolean>`exists (
  select from environment
  where environment.org_id = ${org.orgId} and environment.name = ${environmentName}
    and case one.kind
      when 'policy' then exists (
        select from policy_attachment attached
        where attached.org_id = ${org.orgId} and attached.environment_id = environment.id
          and attached.policy_id = one.policy_id)
      when 'override' then exists (
        select from verdict
        where verdict.org_id = ${org.orgId} and verdict.environment_id = environment.id
          and verdict.to_index is null and verdict.carriers is not null
          and one.id in (select json_array_elements_text(verdict.carriers -> 'override_ids')))
      else one.environment_id = environment.id end)`

const searchedText = sql`lower(concat_ws(' ', one.name, one.reason, one.trail_name, one.environment_name,
  one.policy_name, one.external_urls::text))`

/** Conditions of the filters, each on a row `one`. */
function conditions(org: OrgDatabase, filters: Filters): RawBuilder<boolean>[] {
  const { kind, state, q, flow_name, environment_name, attestation_type, created_by } = filters
  const { direction, expires_before, has_end, from_timestamp, to_timestamp, reviewed } = filters
  const found: RawBuilder<boolean>[] = []
  if (kind?.length) found.push(sql`one.kind = any(${kind})`)
  const states = statesOfFilter(state ?? [])
  // Which standings are read says the rest, and a condition more would mislead the planner.
  const standing = standingStates.filter((one) => states.includes(one)).length
  if (standing > 0 && standing < standingStates.length) {
    found.push(sql`one.state = any(${states})`)
  }
  if (q) found.push(sql`position(${q.toLowerCase()} in ${searchedText}) > 0`)
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

/** The matching exceptions of each kind, to be selected from. */
function matchingByKind(org: OrgDatabase, filters: Filters, now: number, isSplit: boolean) {
  const { state } = filters
  const kinds = exceptionsByKind(org, now, {
    ...(state?.length && { states: statesOfFilter(state) }),
    isSplit,
  })
  return kinds.map((kind) => ({
    ...kind,
    from: sql`from (${kind.rows}) as one (${exceptionColumns})
      where ${sql.join([sql`true`, ...conditions(org, filters)], sql` and `)}`,
  }))
}

const newestFirst = sql`one.created_at desc, one.place, one.id desc`
const orders: Record<Query['sort'], RawBuilder<unknown>> = {
  kind: sql`one.waits desc, one.place, one.expires_at nulls last, ${newestFirst}`,
  created_at: newestFirst,
  expires_at: sql`one.expires_at nulls last, ${newestFirst}`,
}

/** The same orders among those of one kind that all wait, or do not: as indexes have them. */
const newestOfKind = sql`one.created_at desc, one.id desc`
const endOfKind = sql`one.expires_at nulls last, ${newestOfKind}`

/** Condition for rows of a kind after a position: in order of their making, those of one instant by kind. */
const isOlder = ({ place }: KindOfExceptions, after: ExceptionPosition) => {
  const { created_at, id } = after
  if (place !== after.place) {
    return place > after.place
      ? sql<boolean>`one.created_at <= ${created_at}`
      : sql<boolean>`one.created_at < ${created_at}`
  }
  return sql<boolean>`(one.created_at, one.id) < (${created_at}, ${id})`
}

/** Conditions for rows of a kind after a position, each to be read in the order of an index. */
function partsAfter(
  kind: KindOfExceptions,
  sort: Query['sort'],
  after: ExceptionPosition | null,
): RawBuilder<boolean>[] {
  if (sort === 'created_at') return [after ? isOlder(kind, after) : sql`true`]
  const dated = sql<boolean>`one.expires_at is not null`
  const undated = sql<boolean>`one.expires_at is null`
  if (!after) return [dated, undated]
  if (sort === 'kind') {
    const rank = Number(after.waits) - Number(kind.waits) || kind.place - after.place
    if (rank < 0) return []
    if (rank > 0) return [dated, undated]
  }
  const older = isOlder(kind, after)
  const { expires_at } = after
  if (expires_at === null) return [sql`${undated} and ${older}`]
  return [
    sql`one.expires_at = ${expires_at} and ${older}`,
    sql`one.expires_at > ${expires_at}`,
    undated,
  ]
}

/**
 * The matching exceptions in order, or those after a position, as many as are wanted: of each kind
 * no more are read, in the order of an index.
 */
export async function listPositions(
  org: OrgDatabase,
  filters: Filters,
  now: number,
  { after = null, limit }: { after?: ExceptionPosition | null; limit?: number } = {},
): Promise<ExceptionPosition[]> {
  const { sort } = filters
  const some = limit === undefined ? sql`` : sql`limit ${sql.lit(limit)}`
  const order = sort === 'created_at' ? newestOfKind : endOfKind
  const parts = matchingByKind(org, filters, now, sort !== 'created_at').flatMap((kind) =>
    partsAfter(kind, sort, after).map(
      (
        isPart,
      ) => sql`(select one.id, ${sql.lit(kind.waits)} as waits, one.place, one.expires_at, one.created_at
        ${kind.from} and ${isPart} order by ${order} ${some})`,
    ),
  )
  if (parts.length === 0) return []
  return org.query(sql<ExceptionPosition>`
    select one.* from (${sql.join(parts, sql` union all `)}) as one
    order by ${orders[sort]} ${some}`)
}

/** Number of matching exceptions; of more than `maxCounted`, one more than that. */
export async function countExceptions(
  org: OrgDatabase,
  filters: Filters,
  now: number,
): Promise<number> {
  const kinds = matchingByKind(org, filters, now, false).map(({ from }) => sql`select 1 ${from}`)
  if (kinds.length === 0) return 0
  const [row] = await org.query(sql<{ count: number }>`
    select count(*)::integer as count
    from (select from (${sql.join(kinds, sql` union all `)}) as matching
      limit ${sql.lit(maxCounted + 1)}) as counted`)
  return row?.count ?? 0
}
