import { type Expression, sql } from 'kysely'
import type { listArtifactSummaries } from '#contract/artifact/artifact.ts'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import {
  afterCursor,
  type Cursor,
  type DayCount,
  isWholeDay,
  type PageOf,
  type PagePosition,
  partialDaysOf,
  positionedPage,
  seekPage,
  sliceRows,
  sqlDayOf,
  totalOf,
} from '#server/database/keyset-page.ts'

/** Filters of a flow's list; `legacyState` is that of every artifact without a trail. */
type Filters = Omit<QueryOf<typeof listArtifactSummaries>, 'page' | 'per_page'> & {
  flowId: string
  legacyState: TrailState
  /** Older ones only: where the batch before ended. */
  before?: Cursor
}

/** Condition that artifacts, or counts of them, have one of the states that are asked for. */
function hasState(table: string, { verdict, legacyState }: Filters) {
  if (!verdict?.length) return sql<boolean>`true`
  const state = sql.ref(`${table}.state`)
  const isWithoutTrail = verdict.includes(legacyState) ? sql`${state} is null` : sql`false`
  return sql<boolean>`(${state} = any(${verdict}) or ${isWithoutTrail})`
}

const createdAt = sql.ref('artifact_state.created_at')

function artifactsOfFlow(org: OrgDatabase, filters: Filters) {
  const { name, from_timestamp: from, to_timestamp: to } = filters
  let query = org
    .selectFrom('artifact_state')
    .where('artifact_state.flow_id', '=', filters.flowId)
    .where(hasState('artifact_state', filters))
  if (from != null) query = query.where('artifact_state.created_at', '>=', from)
  if (to != null) query = query.where('artifact_state.created_at', '<=', to)
  if (filters.before) query = query.where(afterCursor('artifact_state', filters.before))
  if (!name) return query
  return query.where((where) =>
    where.exists(
      where
        .selectFrom('artifact')
        .select('artifact.id')
        .where('artifact.org_id', '=', org.orgId)
        .whereRef('artifact.id', '=', 'artifact_state.artifact_id')
        .where(sql<boolean>`strpos(lower(artifact.filename), lower(${name})) > 0`),
    ),
  )
}

/**
 * Counts matching artifacts of a flow by day, newest day first. Whole days are counted already; by
 * name, and on the first and the last day of a range, artifacts are counted.
 */
function daysOfFlow(org: OrgDatabase, filters: Filters): Promise<DayCount[]> {
  const { name, from_timestamp: from = null, to_timestamp: to = null } = filters
  const each = artifactsOfFlow(org, filters).select([
    sqlDayOf(createdAt).as('day'),
    sql<number>`1`.as('count'),
  ])
  const counted = (table: 'artifact_tally' | 'artifact_delta', count: 'count' | 'amount') =>
    org
      .selectFrom(table)
      .select(['day', sql<number>`${sql.ref(count)}`.as('count')])
      .where('flow_id', '=', filters.flowId)
      .where(hasState(table, filters))
      .where(isWholeDay(sql.ref('day'), from, to))
  const edges = partialDaysOf(createdAt, from, to).map(({ holds }) => each.where(holds))
  const whole = counted('artifact_tally', 'count').unionAll(counted('artifact_delta', 'amount'))
  const counts: Expression<unknown> = name
    ? each
    : edges.reduce((all, edge) => all.unionAll(edge), whole)
  return org.query(sql<DayCount>`
    select day, sum(count)::integer as count from ${counts} as counted
    group by day having sum(count) > 0 order by day desc`)
}

/** Artifacts of a flow, newest first, from a found position or the newest: chosen, then read. */
export async function listOfFlow(
  org: OrgDatabase,
  filters: Filters,
  per_page: number,
  position?: PagePosition,
) {
  const matching = artifactsOfFlow(org, filters).select([
    'artifact_state.org_id',
    'artifact_state.artifact_id',
    'artifact_state.state',
    'artifact_state.override_ids',
  ])
  const chosen = positionedPage(matching, 'artifact_state', per_page, position)
  const rows = await org
    .selectFrom('artifact')
    .innerJoin(chosen.as('chosen'), onOrgAnd('chosen.artifact_id', 'artifact.id'))
    .leftJoin('trail', onOrgAnd('trail.id', 'artifact.trail_id'))
    .selectAll('artifact')
    .select(['chosen.state', 'chosen.override_ids', 'trail.name as trail_name'])
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .execute()
  return position ? sliceRows(rows, position) : rows
}

export type ArtifactOfFlow = Awaited<ReturnType<typeof listOfFlow>>[number]

/** One page of a flow's artifacts, newest first, and their total. */
export async function pageOfFlow(
  org: OrgDatabase,
  filters: Filters,
  page: PageOf,
): Promise<{ rows: ArtifactOfFlow[]; total: number }> {
  const days = await daysOfFlow(org, filters)
  const position = seekPage(days, page)
  const rows = position ? await listOfFlow(org, filters, page.per_page, position) : []
  return { rows, total: totalOf(days) }
}
