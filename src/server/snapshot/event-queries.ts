import { sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'
import { type PageOf, takePage } from '../database/paging.ts'

/** Which events of a list are wanted; instants in Unix seconds. */
export interface EventFilters {
  environmentIds: readonly string[]
  /** The first instant that counts. */
  from: number | null
  /** The last one that counts. */
  to: number | null
  /** The first instant that does not count any more. */
  before: number | null
  repoNames: readonly string[]
}

/** Ids of an environment's members. */
export async function memberIds(org: OrgDatabase, environmentId: string): Promise<string[]> {
  const rows = await org
    .selectFrom('environment_member')
    .select('environment_member.member_id')
    .where('environment_member.environment_id', '=', environmentId)
    .execute()
  return rows.map(({ member_id }) => member_id)
}

/**
 * Events of artifacts; scaling is none of them (wire.md 15.4). Each environment gives what it could
 * have on the page, from an index of its own, however busy the others are.
 */
export function listEvents(
  org: OrgDatabase,
  { environmentIds, from, to, before, repoNames }: EventFilters,
  page: PageOf,
  reverse: boolean,
) {
  const direction = reverse ? 'asc' : 'desc'
  const ofRepos = org
    .selectFrom('artifact')
    .innerJoin('repo', (join) =>
      join.onRef('repo.org_id', '=', 'artifact.org_id').onRef('repo.id', '=', 'artifact.repo_id'),
    )
    .select('artifact.fingerprint')
    .where(sql<boolean>`repo.name = any(${repoNames})`)
  const query = org
    .selectFrom('environment')
    .innerJoinLateral(
      (tables) => {
        let own = tables
          .selectFrom('environment_event')
          .selectAll('environment_event')
          .whereRef('environment_event.org_id', '=', 'environment.org_id')
          .whereRef('environment_event.environment_id', '=', 'environment.id')
          .where('environment_event.type', '!=', 'scaled')
        if (from !== null) own = own.where('environment_event.recorded_at', '>=', from)
        if (to !== null) own = own.where('environment_event.recorded_at', '<=', to)
        if (before !== null) own = own.where('environment_event.recorded_at', '<', before)
        if (repoNames.length > 0) own = own.where('environment_event.fingerprint', 'in', ofRepos)
        return own
          .orderBy('environment_event.recorded_at', direction)
          .orderBy('environment_event.id', direction)
          .limit(sql.lit(page.page * page.per_page))
          .as('event')
      },
      (join) => join.onTrue(),
    )
    .selectAll('event')
    .select('environment.name as environment_name')
    .where(sql<boolean>`environment.id = any(${environmentIds})`)
    .orderBy('event.recorded_at', direction)
    .orderBy('event.id', direction)
  return takePage(query, page).execute()
}
export type EventRow = Awaited<ReturnType<typeof listEvents>>[number]
