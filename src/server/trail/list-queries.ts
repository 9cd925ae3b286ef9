import { sql } from 'kysely'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type { findTrailNeighbours } from '#contract/trail/trail-page.ts'
import type { listTrails, listTrailSummaries } from '#contract/trail/trail.ts'
import { daySeconds } from '#domain/common/days.ts'
import {
  isInView,
  isNothingExpected,
  isOfArchivedFlow,
  matchesTag,
  onOrgAnd,
} from '#server/database/conditions.ts'
import {
  afterCursor,
  type Cursor,
  type DayCount,
  isOneOf,
  positionedPage,
  type PageOf,
  type PagePosition,
  seekPage,
  sliceRows,
  sqlDayOf,
  totalOf,
} from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { rowsByKey } from '#server/database/rows-by-key.ts'
import { type CountedFilters, daysOfTrails, flowDaysOfTrails, type TrailRow } from './queries.ts'

export type TrailFilters = Partial<QueryOf<typeof listTrails>> &
  Partial<QueryOf<typeof listTrailSummaries>> &
  CountedFilters & {
    /** Older ones only: where the batch before ended. */
    before?: Cursor
  }

/** Trails of the flows in view that match the filters. */
function trailsOfFlows(org: OrgDatabase, filters: TrailFilters) {
  let query = org
    .selectFrom('trail')
    .innerJoin('flow', onOrgAnd('flow.id', 'trail.flow_id'))
    .where(isInView(org, 'flow.archived_at'))
  if (filters.flowId) query = query.where('trail.flow_id', '=', filters.flowId)
  if (filters.flow?.length) query = query.where(isOneOf('flow.name', filters.flow))
  for (const tag of filters.tag ?? []) query = query.where(matchesTag('flow.tags', tag))
  if (filters.flow_tag?.length) {
    const tags = filters.flow_tag.map((tag) => {
      const [key = '', ...value] = tag.split('=')
      return sql<boolean>`flow.tags ->> ${key} = ${value.join('=')}`
    })
    query = query.where((where) => where.or(tags))
  }
  if (filters.fingerprint?.length) {
    const { fingerprint } = filters
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('artifact')
          .select('artifact.id')
          .where('artifact.org_id', '=', org.orgId)
          .whereRef('artifact.trail_id', '=', 'trail.id')
          .where(isOneOf('artifact.fingerprint', fingerprint)),
      ),
    )
  }
  if (filters.name) {
    query = query.where(sql<boolean>`strpos(lower(trail.name), lower(${filters.name})) > 0`)
  }
  if (filters.author) {
    const author = sql`lower(trail.git_commit_info ->> 'author')`
    query = query.where(sql<boolean>`strpos(${author}, lower(${filters.author})) > 0`)
  }
  if (filters.verdict?.length) query = query.where(isInState(org, filters.verdict))
  if (filters.from_timestamp != null) {
    query = query.where('trail.created_at', '>=', filters.from_timestamp)
  }
  if (filters.to_timestamp != null) {
    query = query.where('trail.created_at', '<=', filters.to_timestamp)
  }
  if (filters.before) query = query.where(afterCursor('trail', filters.before))
  return query
}

/** Condition that a trail is in one of some states, read of the trail alone. */
const isInState = ({ orgId }: OrgDatabase, states: readonly string[]) => sql<boolean>`(
  select state from trail_status where trail_status.org_id = ${orgId}
    and trail_status.trail_id = trail.id) = any(${states})`

/** The same trails with their statuses. */
export const trailsMatching = (org: OrgDatabase, filters: TrailFilters) =>
  trailsOfFlows(org, filters).innerJoin(
    'trail_status',
    onOrgAnd('trail_status.trail_id', 'trail.id'),
  )

/** Whether many others may lie between matching trails. */
const isSparse = (org: OrgDatabase, { flow, tag, verdict }: TrailFilters) =>
  [flow, tag, verdict].some((values) => values?.length) || org.archived === 'only'

/**
 * Ids of matching trails of a position, read by the flows and days that have some, whatever lies
 * between them. Those that `isTallied` names match by no other filters.
 */
function idsByFlowAndDay(
  org: OrgDatabase,
  filters: TrailFilters,
  { per_page }: PageOf,
  position: PagePosition,
) {
  const { verdict, from_timestamp: from, to_timestamp: to } = filters
  const day = sql.lit(daySeconds)
  const conditions = [
    sql`trail.org_id = ${org.orgId} and trail.flow_id = held.flow_id`,
    sql`trail.created_at >= held.day * ${day}::float8`,
    sql`trail.created_at < (held.day + 1) * ${day}::float8`,
    ...(from == null ? [] : [sql`trail.created_at >= ${from}`]),
    ...(to == null ? [] : [sql`trail.created_at <= ${to}`]),
    ...(verdict?.length ? [isInState(org, verdict)] : []),
  ]
  const walk = sql.raw(position.walk)
  // By "offset 0" the planner reads no other days, whatever it knows of how many match.
  return sql`(select matching.id from ${flowDaysOfTrails(org, filters, position)} as held
    cross join lateral (
      select trail.id, trail.created_at from trail
      where ${sql.join(conditions, sql` and `)} offset 0) as matching
    order by matching.created_at ${walk}, matching.id ${walk}
    limit ${sql.lit(per_page)} offset ${position.offset})`
}

export type TrailListRow = Awaited<ReturnType<typeof listTrailRows>>[number]

/** Matching trails of a page, newest first, from a found position or the newest. */
export async function listTrailRows(
  org: OrgDatabase,
  filters: TrailFilters,
  page: PageOf,
  position?: PagePosition,
) {
  const ids =
    position && isTallied(filters) && isSparse(org, filters)
      ? idsByFlowAndDay(org, filters, page, position)
      : positionedPage(
          trailsOfFlows(org, filters).select('trail.id'),
          'trail',
          page.per_page,
          position,
        )
  const rows = await org
    .selectFrom('flow')
    .innerJoin(rowsByKey(org, 'trail', sql`array${ids}`).as('trail'), (join) =>
      join.onRef('trail.flow_id', '=', 'flow.id'),
    )
    .innerJoin('trail_status', (join) =>
      join
        .onRef('trail_status.org_id', '=', 'flow.org_id')
        .onRef('trail_status.trail_id', '=', 'trail.id'),
    )
    .select(['trail.id', 'trail.name', 'trail.description', 'flow.name as flow_name'])
    .select(['trail.git_commit_info', 'trail.created_at', 'trail.last_modified_at'])
    .select(['trail.created_by', 'trail_status.state', 'trail_status.artifact_count'])
    .select(['trail_status.present_count', 'trail_status.expected_count'])
    .select('trail_status.override_count')
    .select([isOfArchivedFlow.as('flow_archived'), isNothingExpected.as('nothing_expected')])
    .orderBy('trail.created_at', 'desc')
    .orderBy('trail.id', 'desc')
    .execute()
  return position ? sliceRows(rows, position) : rows
}

/** Counts matching trails by day, newest day first, one by one. */
function daysOfEach(org: OrgDatabase, filters: TrailFilters): Promise<DayCount[]> {
  const day = sqlDayOf(sql.ref('trail.created_at'))
  return trailsOfFlows(org, filters)
    .select([day.as('day'), sql<number>`count(*)::integer`.as('count')])
    .groupBy(day)
    .orderBy('day', 'desc')
    .execute()
}

/** Condition that counts by day exist; with any other filter trails are counted. */
const isTallied = ({ flow_tag, fingerprint, name, author }: TrailFilters) =>
  !flow_tag?.length && !fingerprint?.length && !name && !author

/**
 * Whether a text is in what all names of a flow's trails begin with: then it narrows nothing. The
 * first and the last name in their order begin with it, if all do.
 */
async function isInAllNames(org: OrgDatabase, flowId: string, text: string): Promise<boolean> {
  const [found] = await org.query(sql<{ holds: boolean | null }>`
    select strpos(lower(left(ends.first, shared.length)), lower(${text})) > 0 as holds
    from (select min(name) as first, max(name) as last from trail
      where org_id = ${org.orgId} and flow_id = ${flowId}) as ends
    cross join lateral (select count(*)::integer as length
      from generate_series(1, length(ends.first)) as upto
      where left(ends.first, upto) = left(ends.last, upto)) as shared`)
  return found?.holds === true
}

/** One page of matching trails, newest first, and their total. */
export async function pageOfTrails(
  org: OrgDatabase,
  given: TrailFilters,
  page: PageOf,
): Promise<{ rows: TrailListRow[]; total: number }> {
  const { flowId, name } = given
  const isOfAll = flowId && name && (await isInAllNames(org, flowId, name))
  const filters = isOfAll ? { ...given, name: null } : given
  const days = await (isTallied(filters) ? daysOfTrails : daysOfEach)(org, filters)
  const position = seekPage(days, page)
  const rows = position ? await listTrailRows(org, filters, page, position) : []
  return { rows, total: totalOf(days) }
}

/** The next matching trail, newer or older than one: found by seeking from it, without counting. */
export function findNeighbour(
  org: OrgDatabase,
  { id, flow_id, created_at }: TrailRow,
  filters: QueryOf<typeof findTrailNeighbours>,
  side: 'newer' | 'older',
) {
  const here = sql`(${created_at}::double precision, ${id}::text)`
  const sortKey = sql`(trail.created_at, trail.id)`
  const direction = side === 'newer' ? 'asc' : 'desc'
  return trailsMatching(org, { ...filters, flowId: flow_id })
    .select(['trail.id', 'trail.name', 'trail_status.state as compliance_state'])
    .select(['trail_status.override_count', isNothingExpected.as('nothing_expected')])
    .where(
      side === 'newer' ? sql<boolean>`${sortKey} > ${here}` : sql<boolean>`${sortKey} < ${here}`,
    )
    .orderBy('trail.created_at', direction)
    .orderBy('trail.id', direction)
    .limit(sql.lit(1))
    .executeTakeFirst()
}
