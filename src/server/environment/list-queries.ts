import { sql } from 'kysely'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type { listEnvironmentSummaries } from '#contract/environment/environment-list.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import {
  isInView,
  isInSpaces,
  matchesTag,
  verdictOfState,
  onOrgAnd,
} from '#server/database/conditions.ts'
import type { PageOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { isOverdue } from '#server/database/silences.ts'
import {
  activeMembers,
  columnsOf,
  type StatusRow,
  withStatus,
  worstState,
} from './status-queries.ts'

type ListQuery = QueryOf<typeof listEnvironmentSummaries>

type Filters = Omit<ListQuery, 'page' | 'per_page' | 'stale' | 'sort'> & {
  /** Whether they are stale, and what that is measured with. */
  stale?: { is: boolean; rules: ReportingRules } | null
  /** Worst verdict first needs what staleness is measured with. */
  sort: Exclude<ListQuery['sort'], 'verdict'> | { worstFirst: ReportingRules }
}

/** Whether values are given: not an empty list, but the symbol of one. */
const isGiven = (values: readonly unknown[] | null | undefined) =>
  values != null && values.length !== 0

type Unsorted = Omit<Filters, 'sort' | 'sort_direction'>

/** State of the joined environment, for filters: without the rest of its status. */
const stateNow = (org: OrgDatabase) => sql<boolean | null>`case when environment.type = 'logical'
  then (select ${worstState} from ${activeMembers(org)}) else environment_state.state end`

const verdictNow = (org: OrgDatabase) => verdictOfState(stateNow(org))

/** Condition that the joined environment is stale, as `staleAt` works it out. */
const isStaleNow = (org: OrgDatabase, rules: ReportingRules) =>
  sql<boolean>`(environment.archived_at is null and case when environment.type = 'logical'
    then coalesce((select case when bool_or(not s.state)
      then bool_and(${isOverdue('e', 's', rules)}) filter (where not s.state)
      else bool_or(${isOverdue('e', 's', rules)}) end from ${activeMembers(org)}), false)
    else ${isOverdue('environment', 'environment_state', rules)} end)`

/** Rank of the joined environment, worst first; causes before what contains them. */
const rankNow = (org: OrgDatabase, rules: ReportingRules) =>
  sql<number>`case when ${verdictNow(org)} = 'NON-COMPLIANT' then 0 when ${isStaleNow(org, rules)} then 2
    when ${verdictNow(org)} = 'UNKNOWN' then 4 else 6 end
    + case when environment.type = 'logical' then 1 else 0 end`

/**
 * Condition that the joined environment is in view and matches the filters on its own fields,
 * whatever its status.
 */
function matchesOwnFilters(org: OrgDatabase, { name, type, tag, space_id }: Unsorted) {
  const all = [
    isInView(org, 'environment.archived_at'),
    ...(tag ?? []).map((one) => matchesTag('environment.tags', one)),
  ]
  if (name) all.push(sql`strpos(lower(environment.name), lower(${name})) > 0`)
  if (isGiven(type)) all.push(sql`environment.type = any(${type})`)
  if (space_id?.length) all.push(isInSpaces(org, 'environment.space_id', space_id))
  return sql<boolean>`(${sql.join(all, sql` and `)})`
}

/**
 * Environments in view that match the filters, with their own states: each has one, but only a left
 * join is left out of queries that ask nothing of it.
 */
function environmentsMatching(org: OrgDatabase, filters: Unsorted) {
  let query = org
    .selectFrom('environment')
    .leftJoin('environment_state', onOrgAnd('environment_state.environment_id', 'environment.id'))
    .where(matchesOwnFilters(org, filters))
  const { stale, verdict } = filters
  if (stale) query = query.where(sql<boolean>`${isStaleNow(org, stale.rules)} = ${stale.is}`)
  if (!isGiven(verdict)) return query
  return query.where(sql<boolean>`${verdictNow(org)} = any(${verdict})`)
}

/** Ids of the matching environments, in order. */
function idsInOrder(org: OrgDatabase, filters: Filters) {
  const { sort, sort_direction } = filters
  let query = environmentsMatching(org, filters).select('environment.id')
  if (typeof sort === 'object') {
    query = query.orderBy(rankNow(org, sort.worstFirst), sort_direction)
  } else if (sort !== 'name') {
    const column =
      sort === 'last_changed_at'
        ? 'environment_state.last_changed_at'
        : 'environment.last_modified_at'
    query = query.orderBy(column, (order) =>
      sort_direction === 'asc' ? order.asc().nullsFirst() : order.desc().nullsLast(),
    )
  }
  // Ties are broken by name, then id, whatever the direction.
  return query
    .orderBy('environment.name', sort === 'name' ? sort_direction : 'asc')
    .orderBy('environment.id')
}

/** Reads the ids of all matching environments, in order. */
export async function listEnvironmentIds(org: OrgDatabase, filters: Filters): Promise<string[]> {
  const rows = await idsInOrder(org, filters).execute()
  return rows.map((row) => row.id)
}

const total = (org: OrgDatabase, filters: Unsorted) =>
  environmentsMatching(org, filters).select((select) => select.fn.countAll<number>().as('total'))

/** Counts matching environments. */
async function countEnvironments(org: OrgDatabase, filters: Filters): Promise<number> {
  return (await total(org, filters).executeTakeFirstOrThrow()).total
}

/** Counts the active environments that are known to be non-compliant, directly in each space. */
export const countFailingBySpace = (org: OrgDatabase, rules: ReportingRules) =>
  environmentsMatching(org.seeing('exclude'), {
    verdict: ['NON-COMPLIANT'],
    stale: { is: false, rules },
  })
    .select((select) => ['environment.space_id' as const, select.fn.countAll<number>().as('count')])
    .where('environment.space_id', 'is not', null)
    .groupBy('environment.space_id')
    .execute()

/** Statuses of some environments, in the order of their ids. */
export async function listStatusesOf(org: OrgDatabase, ids: string[]): Promise<StatusRow[]> {
  const rows = await withStatus(org)
    .select(columnsOf(org))
    .where(sql<boolean>`environment.id = any(${ids})`)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Statuses of all matching environments. */
export const listStatuses = async (org: OrgDatabase, filters: Filters) =>
  listStatusesOf(org, await listEnvironmentIds(org, filters))

/**
 * Query of one page of matching environments, each with the total of them. Their ids are chosen
 * first, so that status is computed only for those shown.
 */
function pageQuery(
  org: OrgDatabase,
  filters: Filters,
  { size, offset }: { size: number; offset: number | null },
) {
  const sorted = idsInOrder(org, filters).limit(sql.lit(size))
  const ids = offset === null ? sorted : sorted.offset(offset)
  const chosen = sql<{ id: string; place: number }>`unnest(array(${ids})) with ordinality`
  return withStatus(org)
    .innerJoin(chosen.as<'chosen'>(sql`chosen(id, place)`), 'chosen.id', 'environment.id')
    .select(columnsOf(org))
    .select(total(org, filters).as('total'))
    .orderBy('chosen.place')
}

type Plain = Pick<Filters, 'name' | 'type' | 'verdict'> & { offset: number | null }
type PlainOrder = Pick<Filters, 'sort' | 'sort_direction'> & { size: number }

const plainPage = preparedQuery((org, { offset, ...own }: Plain, { size, ...order }: PlainOrder) =>
  pageQuery(org, { ...own, ...order }, { size, offset }),
)

/** One page of matching environments, and the total of them. */
export async function pageOfEnvironments(
  org: OrgDatabase,
  filters: Filters,
  { page, per_page: size }: PageOf,
): Promise<{ rows: StatusRow[]; total: number }> {
  const { name = null, type, verdict, sort, sort_direction } = filters
  const offset = page === 1 ? null : (page - 1) * size
  const isPlain = !isGiven(filters.tag) && !isGiven(filters.space_id) && !filters.stale
  const rows =
    isPlain && typeof sort === 'string'
      ? await plainPage(
          org,
          { name, type: given(type), verdict: given(verdict), offset },
          { sort, sort_direction, size },
        )
      : await pageQuery(org, filters, { size, offset }).execute()
  return { rows, total: rows[0]?.total ?? (await countEnvironments(org, filters)) }
}

const given = <Value>(values: Value[] | null | undefined) => (values?.length ? values : null)

/** Counts active physical environments by type, and those whose last report is too old. */
export function countPhysicalByType(org: OrgDatabase, rules: ReportingRules) {
  return org
    .selectFrom('environment')
    .innerJoin('environment_state', onOrgAnd('environment_state.environment_id', 'environment.id'))
    .select('environment.type')
    .select((select) => select.fn.countAll<number>().as('total'))
    .select(sql<number>`(count(*) filter (where ${isStaleNow(org, rules)}))::integer`.as('stale'))
    .where('environment.archived_at', 'is', null)
    .where('environment.type', '!=', 'logical')
    .groupBy('environment.type')
    .orderBy('environment.type')
    .execute()
}
