import { sql } from 'kysely'
import type { EventType } from '#contract/event/event.ts'
import { offsetPage, type PageOf } from '#server/database/keyset-page.ts'
import { isOfArchivedEnvironment } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'

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

/** Events of artifacts, without scaling. */
export async function listEvents(
  org: OrgDatabase,
  filters: EventFilters,
  page: PageOf,
  reverse: boolean,
) {
  const direction = reverse ? 'asc' : 'desc'
  if (filters.repoNames.length > 0) {
    const built = await newestOfRepos(org, filters)
    const fingerprints = [...new Set(built.map(({ fingerprint }) => fingerprint))]
    if (built.length <= few) return eventsOf(org, fingerprints, filters, page, direction)
  }
  return eventsByEnvironment(org, filters, page, direction)
}

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

/** Events of some artifacts, found by their fingerprints. */
function eventsOf(
  org: OrgDatabase,
  fingerprints: readonly string[],
  filters: EventFilters,
  page: PageOf,
  direction: 'asc' | 'desc',
) {
  const query = org
    .selectFrom('environment_event')
    .innerJoin('environment', (join) =>
      join
        .onRef('environment.org_id', '=', 'environment_event.org_id')
        .onRef('environment.id', '=', 'environment_event.environment_id'),
    )
    .selectAll('environment_event')
    .select('environment.name as environment_name')
    .select(isOfArchivedEnvironment.as('environment_archived'))
    .where(isWanted(filters))
    .where(sql<boolean>`environment_event.fingerprint = any(${fingerprints})`)
    // Not a plain comparison: a plan made for any environment would read all events of one.
    .where(sql<boolean>`environment_event.environment_id || '' = any(${filters.environmentIds})`)
    .orderBy('environment_event.recorded_at', direction)
    .orderBy('environment_event.id', direction)
  return offsetPage(query, page).execute()
}

/**
 * Events of environments; the candidates for a page are read of each, however busy the others are.
 */
function eventsByEnvironment(
  org: OrgDatabase,
  filters: EventFilters,
  page: PageOf,
  direction: 'asc' | 'desc',
) {
  const query = org
    .selectFrom('environment')
    .innerJoinLateral(
      (tables) => {
        const own = tables
          .selectFrom('environment_event')
          .selectAll('environment_event')
          .whereRef('environment_event.org_id', '=', 'environment.org_id')
          .whereRef('environment_event.environment_id', '=', 'environment.id')
          .where(isWanted(filters))
        const ofRepos = artifactsOfRepos(org, filters)
        return (
          filters.repoNames.length > 0
            ? own.where('environment_event.fingerprint', 'in', ofRepos)
            : own
        )
          .orderBy('environment_event.recorded_at', direction)
          .orderBy('environment_event.id', direction)
          .limit(sql.lit(page.page * page.per_page))
          .as('event')
      },
      (join) => join.onTrue(),
    )
    .selectAll('event')
    .select('environment.name as environment_name')
    .select(isOfArchivedEnvironment.as('environment_archived'))
    .where(sql<boolean>`environment.id = any(${filters.environmentIds})`)
    .orderBy('event.recorded_at', direction)
    .orderBy('event.id', direction)
  return offsetPage(query, page).execute()
}
export type EventRow = Awaited<ReturnType<typeof listEvents>>[number]

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

/** What an artifact did in a snapshot. */
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
