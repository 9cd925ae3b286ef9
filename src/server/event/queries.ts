import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { EventType } from '#contract/event/event.ts'
import {
  type DayCount,
  dayOf,
  offsetPage,
  type PageOf,
  type PagePosition,
  partialDaysOf,
  seekPage,
  seekPageFromOldest,
  sqlDayOf,
} from '#server/database/keyset-page.ts'
import { isOfArchivedEnvironment } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
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

/**
 * Up to so many artifacts are looked up one by one; events of more are frequent enough to be found
 * in order.
 */
const few = 1000

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
  if (filters.repoNames.length > 0) {
    const built = await newestOfRepos(org, filters)
    const fingerprints = [...new Set(built.map(({ fingerprint }) => fingerprint))]
    if (built.length <= few) {
      return readEvents(org, eventsOf(org, fingerprints, filters, page, order), order)
    }
  }
  const place =
    page.page === 1
      ? { from: 0, before: latestInstant, walk: order, offset: 0, size: page.per_page }
      : (order === 'desc' ? seekPage : seekPageFromOldest)(await daysOfEvents(org, filters), page)
  return place ? readEvents(org, eventsByEnvironment(org, filters, place), order) : []
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

/** Events whose positions a query returns, by time, with the names of their environments. */
export const readEvents = (org: OrgDatabase, chosen: Positions, order: 'asc' | 'desc') =>
  org
    .selectFrom('environment_event')
    .innerJoin(chosen.as('chosen'), (join) =>
      join
        .onRef('chosen.org_id', '=', 'environment_event.org_id')
        .onRef('chosen.environment_id', '=', 'environment_event.environment_id')
        .onRef('chosen.id', '=', 'environment_event.id'),
    )
    .innerJoin('environment', (join) =>
      join
        .onRef('environment.org_id', '=', 'environment_event.org_id')
        .onRef('environment.id', '=', 'environment_event.environment_id'),
    )
    .selectAll('environment_event')
    .select('environment.name as environment_name')
    .select(isOfArchivedEnvironment.as('environment_archived'))
    .orderBy('environment_event.recorded_at', order)
    .orderBy('environment_event.id', order)
    .execute()
export type EventRow = Awaited<ReturnType<typeof readEvents>>[number]

const artifactsOfRepos = (org: OrgDatabase, { repoNames }: EventFilters) =>
  org
    .selectFrom('artifact')
    .innerJoin('repo', (join) =>
      join.onRef('repo.org_id', '=', 'artifact.org_id').onRef('repo.id', '=', 'artifact.repo_id'),
    )
    .select('artifact.fingerprint')
    .where(sql<boolean>`repo.name = any(${repoNames})`)

/** The newest artifacts of each repository, from its index, one more than `few`. */
const newestOfRepos = (org: OrgDatabase, { repoNames }: EventFilters) =>
  org
    .selectFrom('repo')
    .innerJoinLateral(
      (tables) =>
        tables
          .selectFrom('artifact')
          .select('artifact.fingerprint')
          .whereRef('artifact.org_id', '=', 'repo.org_id')
          .whereRef('artifact.repo_id', '=', 'repo.id')
          .orderBy('artifact.created_at', 'desc')
          .limit(sql.lit(few + 1))
          .as('built'),
      (join) => join.onTrue(),
    )
    .select('built.fingerprint')
    .where(sql<boolean>`repo.name = any(${repoNames})`)
    .limit(sql.lit(few + 1))
    .execute()

function isWanted({ from, to, before }: EventFilters) {
  const all = [sql`environment_event.type <> 'scaled'`]
  if (from !== null) all.push(sql`environment_event.recorded_at >= ${from}`)
  if (to !== null) all.push(sql`environment_event.recorded_at <= ${to}`)
  if (before !== null) all.push(sql`environment_event.recorded_at < ${before}`)
  return sql<boolean>`(${sql.join(all, sql` and `)})`
}

/** Counts events by day, newest first: whole days are counted already, unless by repositories. */
async function daysOfEvents(org: OrgDatabase, filters: EventFilters): Promise<DayCount[]> {
  const { environmentIds, from, to, before, repoNames } = filters
  const at = sql.ref('environment_event.recorded_at')
  const eventsWithin = (holds: RawBuilder<boolean>) => {
    const own = org
      .selectFrom('environment_event')
      .select([sqlDayOf(at).as('day'), sql<number>`count(*)::integer`.as('count')])
      .where(sql<boolean>`environment_event.environment_id = any(${environmentIds})`)
      .where(isWanted(filters))
      .where(holds)
      .groupBy('day')
      .orderBy('day', 'desc')
    const ofRepos = artifactsOfRepos(org, filters)
    return repoNames.length > 0 ? own.where('environment_event.fingerprint', 'in', ofRepos) : own
  }
  if (repoNames.length > 0) return eventsWithin(sql`true`).execute()
  const ends = [to, before].filter((end) => end !== null)
  const last = ends.length > 0 ? Math.min(...ends) : null
  const whole = org
    .selectFrom('event_tally')
    .select(['day', sql<number>`sum(count)::integer`.as('count')])
    .where(sql<boolean>`environment_id = any(${environmentIds})`)
    .where('type', '<>', 'scaled')
    .where(sql<boolean>`day > ${from === null ? -1 : dayOf(from)}`)
    .where(last === null ? sql<boolean>`true` : sql<boolean>`day < ${dayOf(last)}`)
    .groupBy('day')
    .execute()
  const edges = partialDaysOf(at, from, last).map(({ holds }) => eventsWithin(holds).execute())
  return (await Promise.all([whole, ...edges])).flat().sort((a, b) => b.day - a.day)
}

/** Positions of the events of some artifacts, found by their fingerprints. */
function eventsOf(
  org: OrgDatabase,
  fingerprints: readonly string[],
  filters: EventFilters,
  page: PageOf,
  order: 'asc' | 'desc',
) {
  const query = org
    .selectFrom('environment_event')
    .select(positionColumns)
    .where(isWanted(filters))
    .where(sql<boolean>`environment_event.fingerprint = any(${fingerprints})`)
    // Not a plain comparison: a plan made for any environment would read all events of one.
    .where(sql<boolean>`environment_event.environment_id || '' = any(${filters.environmentIds})`)
    .orderBy('environment_event.recorded_at', order)
    .orderBy('environment_event.id', order)
  return offsetPage(query, page)
}

/**
 * Positions of the events of environments; the candidates for a page are read of each, however busy
 * the others are.
 */
function eventsByEnvironment(
  org: OrgDatabase,
  filters: EventFilters,
  { from, before, walk, offset, size }: PagePosition,
) {
  return org
    .selectFrom('environment')
    .innerJoinLateral(
      (tables) => {
        const own = tables
          .selectFrom('environment_event')
          .select(positionColumns)
          .whereRef('environment_event.org_id', '=', 'environment.org_id')
          .whereRef('environment_event.environment_id', '=', 'environment.id')
          .where(isWanted(filters))
          .where('environment_event.recorded_at', '>=', from)
          .where('environment_event.recorded_at', '<', before)
        const ofRepos = artifactsOfRepos(org, filters)
        return (
          filters.repoNames.length > 0
            ? own.where('environment_event.fingerprint', 'in', ofRepos)
            : own
        )
          .orderBy('environment_event.recorded_at', walk)
          .orderBy('environment_event.id', walk)
          .limit(offset === 0 ? sql.lit(size) : offset + size)
          .as('event')
      },
      (join) => join.onTrue(),
    )
    .selectAll('event')
    .where(sql<boolean>`environment.id = any(${filters.environmentIds})`)
    .orderBy('event.recorded_at', walk)
    .orderBy('event.id', walk)
    .limit(sql.lit(size))
    .offset(offset)
}
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
