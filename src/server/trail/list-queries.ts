import { sql } from 'kysely'
import type { QueryOf } from '#contract/common/endpoint.ts'
import { maxFlips, maxArtifacts, type findTrailNeighbours } from '#contract/trail/trail-page.ts'
import type { listTrails, listTrailSummaries } from '#contract/trail/trail.ts'
import { daySeconds } from '#domain/common/days.ts'
import {
  isInView,
  isNothingExpected,
  isOfArchivedFlow,
  matchesTag,
} from '#server/database/conditions.ts'
import {
  afterCursor,
  type Cursor,
  isChosen,
  isOneOf,
  offsetPage,
  type PageOf,
  type PagePosition,
  seekPage,
  sliceRows,
  totalOf,
} from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { type CountedFilters, daysOfTrails, flowDaysOfTrails, type TrailRow } from './queries.ts'

export type TrailFilters = Partial<QueryOf<typeof listTrails>> &
  Partial<QueryOf<typeof listTrailSummaries>> &
  CountedFilters & {
    /** Older ones only: where the batch before ended. */
    before?: Cursor
  }

/** Trails of the flows in view that match the filters. */
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
  if (filters.verdict?.length) query = query.where('trail_status.state', 'in', filters.verdict)
  if (filters.from_timestamp != null) {
    query = query.where('trail.created_at', '>=', filters.from_timestamp)
  }
  if (filters.to_timestamp != null) {
    query = query.where('trail.created_at', '<=', filters.to_timestamp)
  }
  if (filters.before) query = query.where(afterCursor('trail', filters.before))
  return query
}

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
  place: PagePosition,
) {
  const { verdict, from_timestamp: from, to_timestamp: to } = filters
  const day = sql.lit(daySeconds)
  const conditions = [
    sql`trail.org_id = ${org.orgId} and trail.flow_id = held.flow_id`,
    sql`trail.created_at >= held.day * ${day}::float8`,
    sql`trail.created_at < (held.day + 1) * ${day}::float8`,
    ...(from == null ? [] : [sql`trail.created_at >= ${from}`]),
    ...(to == null ? [] : [sql`trail.created_at <= ${to}`]),
    ...(verdict?.length
      ? [
          sql`(select state from trail_status where trail_status.org_id = ${org.orgId}
            and trail_status.trail_id = trail.id) = any(${verdict})`,
        ]
      : []),
  ]
  const walk = sql.raw(place.walk)
  // By "offset 0" the planner reads no other days, whatever it knows of how many match.
  return sql`(select matching.id from ${flowDaysOfTrails(org, filters, place)} as held
    cross join lateral (
      select trail.id, trail.created_at from trail
      where ${sql.join(conditions, sql` and `)} offset 0) as matching
    order by matching.created_at ${walk}, matching.id ${walk}
    limit ${sql.lit(per_page)} offset ${place.offset})`
}

/** Ids of matching trails, by the order of their time. */
function idsByTime(org: OrgDatabase, filters: TrailFilters, page: PageOf, place?: PagePosition) {
  const walk = place?.walk ?? 'desc'
  const ids = offsetPage(
    trailsMatching(org, filters)
      .select('trail.id')
      .orderBy('trail.created_at', walk)
      .orderBy('trail.id', walk),
    place ? { ...page, page: 1 } : page,
  )
  if (!place) return ids
  return ids
    .where('trail.created_at', '>=', place.from)
    .where('trail.created_at', '<', place.before)
    .offset(place.offset)
}

export type TrailListRow = Awaited<ReturnType<typeof listTrailRows>>[number]

/** Matching trails of a page, newest first, from a found position or counted off. */
export async function listTrailRows(
  org: OrgDatabase,
  filters: TrailFilters,
  page: PageOf,
  place?: PagePosition,
) {
  const ids =
    place && isSparse(org, filters)
      ? idsByFlowAndDay(org, filters, page, place)
      : idsByTime(org, filters, page, place)
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
      'trail_status.override_count',
    ])
    .select([isOfArchivedFlow.as('flow_archived'), isNothingExpected.as('nothing_expected')])
    .where(isChosen('trail.id', ids))
    .orderBy('trail.created_at', 'desc')
    .orderBy('trail.id', 'desc')
    .execute()
  return place ? sliceRows(rows, place) : rows
}

async function countTrails(org: OrgDatabase, filters: TrailFilters): Promise<number> {
  const { total } = await trailsMatching(org, filters)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Condition that counts by day exist; with any other filter rows are counted. */
const isTallied = ({ flow_tag, fingerprint, name, author }: TrailFilters) =>
  !flow_tag?.length && !fingerprint?.length && !name && !author

/** One page of matching trails, newest first, and their total. */
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
  const place = seekPage(days, page)
  const rows = place ? await listTrailRows(org, filters, page, place) : []
  return { rows, total: totalOf(days) }
}

/** The newest flips of a trail's state with the events that caused them, newest first. */
export function listFlips(org: OrgDatabase, trailId: string) {
  return org
    .selectFrom('trail_verdict')
    .leftJoin('trail_event', (join) =>
      join
        .onRef('trail_event.org_id', '=', 'trail_verdict.org_id')
        .onRef('trail_event.trail_id', '=', 'trail_verdict.trail_id')
        .onRef('trail_event.id', '=', 'trail_verdict.event_id'),
    )
    .leftJoin('attestation', (join) =>
      join
        .onRef('attestation.org_id', '=', 'trail_event.org_id')
        .on('attestation.id', '=', sql<string>`trail_event.body ->> 'attestation_id'`),
    )
    .leftJoin('override_state', (join) =>
      join
        .onRef('override_state.org_id', '=', 'attestation.org_id')
        .onRef('override_state.override_id', '=', 'attestation.id'),
    )
    .leftJoin('artifact', (join) =>
      join
        .onRef('artifact.org_id', '=', 'trail_event.org_id')
        .on('artifact.id', '=', sql<string>`trail_event.body ->> 'artifact_id'`),
    )
    .select([
      'trail_verdict.state',
      'trail_verdict.recorded_at',
      'trail_event.type',
      'trail_event.body',
      'attestation.reported_by',
      'override_state.approved_by',
      'artifact.created_by',
    ])
    .where('trail_verdict.trail_id', '=', trailId)
    .orderBy('trail_verdict.recorded_at', 'desc')
    .orderBy('trail_verdict.event_id', 'desc')
    .limit(sql.lit(maxFlips))
    .execute()
}

/** Artifacts of a trail in the order of their report. */
export function listReportedArtifacts(org: OrgDatabase, trailId: string) {
  return org
    .selectFrom('artifact')
    .select([
      'artifact.id',
      'artifact.template_reference_name',
      'artifact.filename',
      'artifact.fingerprint',
      'artifact.git_commit',
      'artifact.git_commit_info',
      'artifact.commit_url',
      'artifact.build_url',
      'artifact.created_at',
    ])
    .where('artifact.trail_id', '=', trailId)
    .orderBy('artifact.created_at')
    .orderBy('artifact.id')
    .limit(sql.lit(maxArtifacts))
    .execute()
}

/** The next matching trail, newer or older than one: found by seeking from it, without counting. */
export function findNeighbour(
  org: OrgDatabase,
  { id, flow_id, created_at }: TrailRow,
  filters: QueryOf<typeof findTrailNeighbours>,
  side: 'newer' | 'older',
) {
  const here = sql`(${created_at}::double precision, ${id}::text)`
  const place = sql`(trail.created_at, trail.id)`
  const direction = side === 'newer' ? 'asc' : 'desc'
  return trailsMatching(org, { ...filters, flowId: flow_id })
    .select(['trail.id', 'trail.name', 'trail_status.state as compliance_state'])
    .select(['trail_status.override_count', isNothingExpected.as('nothing_expected')])
    .where(side === 'newer' ? sql<boolean>`${place} > ${here}` : sql<boolean>`${place} < ${here}`)
    .orderBy('trail.created_at', direction)
    .orderBy('trail.id', direction)
    .limit(sql.lit(1))
    .executeTakeFirst()
}
