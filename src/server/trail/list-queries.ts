import { sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type { listTrailSummaries, listTrails } from '#contract/trail.ts'
import { isInView } from '../database/archive.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { type PagePlace, placeOfPage, rowsOfPlace } from '../database/day-page.ts'
import { beforePlace, isChosen, type PageOf, type Place, takePage } from '../database/paging.ts'
import { daysOfTrails } from './tally-queries.ts'

export type TrailFilters = Partial<QueryOf<typeof listTrails>> &
  Partial<QueryOf<typeof listTrailSummaries>> & {
    flowId?: string
    /** Older ones only: where the batch before ended. */
    before?: Place
  }

/** Trails that the filters let through, of the flows in view. */
export function trailsMatching(org: OrgDatabase, filters: TrailFilters) {
  let query = org
    .selectFrom('trail')
    .innerJoin('flow', (join) =>
      join.onRef('flow.org_id', '=', 'trail.org_id').onRef('flow.id', '=', 'trail.flow_id'),
    )
    .innerJoin('trail_status', (join) =>
      join
        .onRef('trail_status.org_id', '=', 'trail.org_id')
        .onRef('trail_status.trail_id', '=', 'trail.id'),
    )
    .where(isInView(org, 'flow.archived_at'))
  if (filters.flowId) query = query.where('trail.flow_id', '=', filters.flowId)
  if (filters.flow) query = query.where('flow.name', '=', filters.flow)
  if (filters.flow_tag) {
    const [key = '', ...value] = filters.flow_tag.split('=')
    query = query.where(sql<boolean>`flow.tags ->> ${key} = ${value.join('=')}`)
  }
  if (filters.fingerprint) {
    const { fingerprint } = filters
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('artifact')
          .select('artifact.id')
          .whereRef('artifact.org_id', '=', 'trail.org_id')
          .whereRef('artifact.trail_id', '=', 'trail.id')
          .where('artifact.fingerprint', '=', fingerprint),
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
  if (filters.verdict?.length) query = query.where('trail_status.state', 'in', filters.verdict)
  if (filters.from_timestamp != null) {
    query = query.where('trail.created_at', '>=', filters.from_timestamp)
  }
  if (filters.to_timestamp != null) {
    query = query.where('trail.created_at', '<=', filters.to_timestamp)
  }
  if (filters.before) query = query.where(beforePlace('trail', filters.before))
  return query
}

export type TrailListRow = Awaited<ReturnType<typeof listTrailRows>>[number]

/** Matching trails, newest first: those of a page, from a place found before or counted off. */
export async function listTrailRows(
  org: OrgDatabase,
  filters: TrailFilters,
  page: PageOf,
  place?: PagePlace,
) {
  const walk = place?.walk ?? 'desc'
  let ids = trailsMatching(org, filters)
    .select('trail.id')
    .orderBy('trail.created_at', walk)
    .orderBy('trail.id', walk)
  ids = takePage(ids, place ? { ...page, page: 1 } : page)
  if (place) {
    ids = ids
      .where('trail.created_at', '>=', place.from)
      .where('trail.created_at', '<', place.before)
      .offset(place.offset)
  }
  const rows = await trailsMatching(org, {})
    .select([
      'trail.id',
      'trail.name',
      'trail.description',
      'flow.name as flow_name',
      'trail_status.state',
      'trail.git_commit_info',
      'trail.created_at',
      'trail.last_modified_at',
      'trail.created_by',
      'trail_status.artifact_count',
      'trail_status.present_count',
      'trail_status.expected_count',
    ])
    .where(isChosen('trail.id', ids))
    .orderBy('trail.created_at', 'desc')
    .orderBy('trail.id', 'desc')
    .execute()
  return place ? rowsOfPlace(rows, place) : rows
}

async function countTrails(org: OrgDatabase, filters: TrailFilters): Promise<number> {
  const { total } = await trailsMatching(org, filters)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** What is counted by day already; with any other filter the rows themselves are counted. */
const isTallied = ({
  flow_tag,
  fingerprint,
  name,
  author,
  from_timestamp,
  to_timestamp,
}: TrailFilters) =>
  !flow_tag && !fingerprint && !name && !author && from_timestamp == null && to_timestamp == null

/** One page of matching trails, newest first, and how many match. */
export async function pageOfTrails(
  org: OrgDatabase,
  filters: TrailFilters,
  page: PageOf,
): Promise<{ rows: TrailListRow[]; total: number }> {
  if (!isTallied(filters)) {
    const [rows, total] = await Promise.all([
      listTrailRows(org, filters, page),
      countTrails(org, filters),
    ])
    return { rows, total }
  }
  const days = await daysOfTrails(org, filters)
  const place = placeOfPage(days, page)
  const rows = place ? await listTrailRows(org, filters, page, place) : []
  return { rows, total: days.reduce((sum, { count }) => sum + count, 0) }
}

/** The newest trails of a flow with their states, newest first. */
export function newestTrailStates(org: OrgDatabase, flowId: string, limit: number) {
  return org
    .selectFrom('trail')
    .innerJoin('trail_status', (join) =>
      join
        .onRef('trail_status.org_id', '=', 'trail.org_id')
        .onRef('trail_status.trail_id', '=', 'trail.id'),
    )
    .select(['trail.id', 'trail.name', 'trail_status.state'])
    .where('trail.flow_id', '=', flowId)
    .orderBy('trail.created_at', 'desc')
    .orderBy('trail.id', 'desc')
    .limit(limit)
    .execute()
}
