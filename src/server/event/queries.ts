import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { EventType } from '#contract/event/event.ts'
import {
  type DayCount,
  offsetPage,
  type PageOf,
  type PagePosition,
  isWholeDay,
  partialDaysOf,
  seekPage,
  seekPageFromOldest,
  sqlDayOf,
} from '#server/database/keyset-page.ts'
import { isOfArchivedEnvironment, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import type { Tables } from '#server/database/tables.ts'
import { latestInstant } from '#server/platform/clock.ts'

/** Filters of a list of events; instants in Unix seconds. */
export interface EventFilters {
  environmentIds: readonly string[]
  /** The first instant included. */
  from: number | null
  /** The last instant included. */
  to: number | null
  /** The first instant excluded. */
  before: number | null
  repoNames: readonly string[]
}

type Filters = Omit<EventFilters, 'repoNames'>

/**
 * One page of the events of artifacts, by time, without scaling. A deep one is found by the counts
 * of days, so that it costs what the first one costs.
 */
export async function listEvents(
  org: OrgDatabase,
  filters: EventFilters,
  page: PageOf,
  order: 'asc' | 'desc',
): Promise<EventRow[]> {
  const { repoNames, ...rest } = filters
  if (repoNames.length > 0) {
    return readEvents(org, eventsOfRepos(org, filters, page, order), order)
  }
  if (page.page === 1) return firstEvents(org, rest, { order, size: page.per_page })
  const seek = order === 'desc' ? seekPage : seekPageFromOldest
  const position = seek(await daysOfEvents(org, filters), page)
  return position ? readEvents(org, eventsByEnvironment(org, filters, position), order) : []
}

/** Columns by which events are chosen, before their rows are read. */
export const positionColumns = [
  'environment_event.org_id',
  'environment_event.environment_id',
  'environment_event.id',
  'environment_event.recorded_at',
] as const

type Positions = SelectQueryBuilder<
  Tables,
  never,
  Pick<Selectable<Tables['environment_event']>, 'org_id' | 'environment_id' | 'id' | 'recorded_at'>
>

/**
 * Query of events at some positions. They are found by time and id: a plain comparison of environments
 * would offer an index of those alone, which the planner takes for as good where it knows nothing of
 * the table.
 */
const eventsAt = (org: OrgDatabase, chosen: Positions, order: 'asc' | 'desc') =>
  org
    .selectFrom('environment_event')
    .innerJoin(chosen.as('chosen'), (join) =>
      join
        .onRef('chosen.org_id', '=', 'environment_event.org_id')
        .onRef('chosen.recorded_at', '=', 'environment_event.recorded_at')
        .onRef('chosen.id', '=', 'environment_event.id')
        .on(sql`chosen.environment_id`, '=', sql`environment_event.environment_id || ''`),
    )
    .innerJoin('environment', onOrgAnd('environment.id', 'environment_event.environment_id'))
    .selectAll('environment_event')
    .select('environment.name as environment_name')
    .select(isOfArchivedEnvironment.as('environment_archived'))
    .orderBy('environment_event.recorded_at', order)
    .orderBy('environment_event.id', order)

/** Events whose positions a query returns, by time, with the names of their environments. */
export const readEvents = (org: OrgDatabase, chosen: Positions, order: 'asc' | 'desc') =>
  eventsAt(org, chosen, order).execute()
export type EventRow = Awaited<ReturnType<typeof readEvents>>[number]

/** Condition for the time of an event. */
function isWithin(at: ReturnType<typeof sql.ref>, { from, to, before }: Filters) {
  const all = [sql`true`]
  if (from !== null) all.push(sql`${at} >= ${from}`)
  if (to !== null) all.push(sql`${at} <= ${to}`)
  if (before !== null) all.push(sql`${at} < ${before}`)
  return sql<boolean>`(${sql.join(all, sql` and `)})`
}

const eventTime = sql.ref('environment_event.recorded_at')
const isWanted = (filters: Filters) =>
  sql<boolean>`environment_event.type <> 'scaled' and ${isWithin(eventTime, filters)}`

/** Counts events by day, newest first: whole days are counted already. */
async function daysOfEvents(org: OrgDatabase, filters: EventFilters): Promise<DayCount[]> {
  const { environmentIds, from, to, before } = filters
  const eventsWithin = (holds: RawBuilder<boolean>) =>
    org
      .selectFrom('environment_event')
      .select([sqlDayOf(eventTime).as('day'), sql<number>`count(*)::integer`.as('count')])
      .where(sql<boolean>`environment_event.environment_id = any(${environmentIds})`)
      .where(isWanted(filters))
      .where(holds)
      .groupBy('day')
      .orderBy('day', 'desc')
  const ends = [to, before].filter((end) => end !== null)
  const last = ends.length > 0 ? Math.min(...ends) : null
  const whole = org
    .selectFrom('event_tally')
    .select(['day', sql<number>`sum(count)::integer`.as('count')])
    .where(sql<boolean>`environment_id = any(${environmentIds})`)
    .where('type', '<>', 'scaled')
    .where(isWholeDay(sql.ref('day'), from, last))
    .groupBy('day')
    .execute()
  const edges = partialDaysOf(eventTime, from, last).map(({ holds }) =>
    eventsWithin(holds).execute(),
  )
  return (await Promise.all([whole, ...edges])).flat().sort((a, b) => b.day - a.day)
}

/** Positions of the events of repositories: those of each and each environment are in order. */
function eventsOfRepos(
  org: OrgDatabase,
  filters: EventFilters,
  page: PageOf,
  order: 'asc' | 'desc',
) {
  const { environmentIds, repoNames } = filters
  const chosen = org
    .selectFrom('environment')
    .innerJoin('repo', 'repo.org_id', 'environment.org_id')
    .innerJoinLateral(
      (tables) =>
        tables
          .selectFrom('event_repo')
          .select(['event_repo.org_id', 'event_repo.environment_id', 'event_repo.event_id as id'])
          .select('event_repo.recorded_at')
          .where('event_repo.org_id', '=', org.orgId)
          .whereRef('event_repo.repo_id', '=', 'repo.id')
          .whereRef('event_repo.environment_id', '=', 'environment.id')
          .where(isWithin(sql.ref('event_repo.recorded_at'), filters))
          .orderBy('event_repo.recorded_at', order)
          .orderBy('event_repo.event_id', order)
          .limit(page.page === 1 ? sql.lit(page.per_page) : page.page * page.per_page)
          .as('event'),
      (join) => join.onTrue(),
    )
    .selectAll('event')
    // An artifact may be of two of the repositories.
    .distinct()
    .where(sql<boolean>`environment.id = any(${environmentIds})`)
    .where(sql<boolean>`repo.name = any(${repoNames})`)
    .orderBy('event.recorded_at', order)
    .orderBy('event.id', order)
  return offsetPage(chosen, page)
}

/**
 * Positions of the events of environments; the candidates for a page are read of each, however busy
 * the others are.
 */
function eventsByEnvironment(
  org: OrgDatabase,
  filters: Filters,
  { from, before, walk, offset, size }: PagePosition,
) {
  return org
    .selectFrom('environment')
    .innerJoinLateral(
      (tables) =>
        tables
          .selectFrom('environment_event')
          .select(positionColumns)
          .where('environment_event.org_id', '=', org.orgId)
          .whereRef('environment_event.environment_id', '=', 'environment.id')
          .where(isWanted(filters))
          .where('environment_event.recorded_at', '>=', from)
          .where('environment_event.recorded_at', '<', before)
          .orderBy('environment_event.recorded_at', walk)
          .orderBy('environment_event.id', walk)
          .limit(offset === 0 ? sql.lit(size) : offset + size)
          .as('event'),
      (join) => join.onTrue(),
    )
    .selectAll('event')
    .where(sql<boolean>`environment.id = any(${filters.environmentIds})`)
    .orderBy('event.recorded_at', walk)
    .orderBy('event.id', walk)
    .limit(sql.lit(size))
    .offset(offset)
}

const firstEvents = preparedQuery(
  (org, filters: Filters, { order, size }: { order: 'asc' | 'desc'; size: number }) => {
    const all = { from: 0, before: latestInstant, walk: order, offset: 0, size }
    return eventsAt(org, eventsByEnvironment(org, filters, all), order)
  },
)

/** Up to so many events of each of some snapshots, without scaling, in their order. */
export function listEventsOfSnapshots(
  org: OrgDatabase,
  snapshots: readonly { environment_id: string; index: number }[],
  limit: number,
): Promise<SnapshotEventRow[]> {
  return org.query(sql<SnapshotEventRow>`
    select event.* from unnest(
      ${snapshots.map(({ environment_id }) => environment_id)}::text[],
      ${snapshots.map(({ index }) => index)}::integer[]) as wanted(environment_id, index)
    cross join lateral (
      select environment_id, snapshot_index, id, type, name, fingerprint, compliant
      from environment_event
      where org_id = ${org.orgId} and environment_id = wanted.environment_id
        and snapshot_index = wanted.index and type <> 'scaled'
      order by id limit ${sql.lit(limit)}) as event`)
}

/** Change of an artifact in a snapshot. */
export interface SnapshotEventRow {
  environment_id: string
  snapshot_index: number
  id: string
  type: EventType
  name: string
  fingerprint: string
  /** Null is unknown; of one that exited the last verdict. */
  compliant: boolean | null
}
