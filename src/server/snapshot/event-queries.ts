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

/** Events of artifacts; scaling is none of them (wire.md 15.4). */
export function listEvents(
  org: OrgDatabase,
  { environmentIds, from, to, before, repoNames }: EventFilters,
  page: PageOf,
  reverse: boolean,
) {
  let query = org
    .selectFrom('environment_event')
    .innerJoin('environment', (join) =>
      join
        .onRef('environment.org_id', '=', 'environment_event.org_id')
        .onRef('environment.id', '=', 'environment_event.environment_id'),
    )
    .selectAll('environment_event')
    .select('environment.name as environment_name')
    .where(sql<boolean>`environment_event.environment_id = any(${environmentIds})`)
    .where('environment_event.type', '!=', 'scaled')
  if (from !== null) query = query.where('environment_event.recorded_at', '>=', from)
  if (to !== null) query = query.where('environment_event.recorded_at', '<=', to)
  if (before !== null) query = query.where('environment_event.recorded_at', '<', before)
  if (repoNames.length > 0) {
    query = query.where(
      'environment_event.fingerprint',
      'in',
      org
        .selectFrom('artifact')
        .innerJoin('repo', (join) =>
          join
            .onRef('repo.org_id', '=', 'artifact.org_id')
            .onRef('repo.id', '=', 'artifact.repo_id'),
        )
        .select('artifact.fingerprint')
        .where(sql<boolean>`repo.name = any(${repoNames})`),
    )
  }
  const direction = reverse ? 'asc' : 'desc'
  return takePage(
    query
      .orderBy('environment_event.recorded_at', direction)
      .orderBy('environment_event.id', direction),
    page,
  ).execute()
}
export type EventRow = Awaited<ReturnType<typeof listEvents>>[number]
