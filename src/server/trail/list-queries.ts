import { sql } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type { listTrailSummaries, listTrails } from '#contract/trail.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { type PageOf, takePage } from '../database/paging.ts'

type Filters = Partial<QueryOf<typeof listTrails>> &
  Partial<QueryOf<typeof listTrailSummaries>> & { flowId?: string }

function trailsMatching(org: OrgDatabase, filters: Filters) {
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
    .where('flow.archived_at', 'is', null)
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
  return query
}

export type TrailListRow = Awaited<ReturnType<typeof listTrailRows>>[number]

/** One page of matching trails, newest first. */
export function listTrailRows(org: OrgDatabase, filters: Filters, page: PageOf) {
  const rows = trailsMatching(org, filters)
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
    .orderBy('trail.created_at', 'desc')
    .orderBy('trail.id', 'desc')
  return takePage(rows, page).execute()
}

/** How many trails match. */
export async function countTrails(org: OrgDatabase, filters: Filters): Promise<number> {
  const { total } = await trailsMatching(org, filters)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
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
