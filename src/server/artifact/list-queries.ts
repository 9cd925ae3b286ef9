import { sql } from 'kysely'
import { isInView } from '../database/archive.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { type PageOf, takePage } from '../database/paging.ts'

/** Artifacts of the flows in view with the names of flow and trail, newest first. */
function listed(org: OrgDatabase) {
  return org
    .selectFrom('artifact')
    .innerJoin('flow', (join) =>
      join.onRef('flow.org_id', '=', 'artifact.org_id').onRef('flow.id', '=', 'artifact.flow_id'),
    )
    .leftJoin('trail', (join) =>
      join
        .onRef('trail.org_id', '=', 'artifact.org_id')
        .onRef('trail.id', '=', 'artifact.trail_id'),
    )
    .selectAll('artifact')
    .select([
      'flow.name as flow_name',
      'flow.template_id as flow_template_id',
      'trail.name as trail_name',
    ])
    .where(isInView(org, 'flow.archived_at'))
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
}

export type ListedArtifact = Awaited<ReturnType<typeof listByCommit>>[number]

/** Artifacts that a flow built from a commit, given in full or short. */
export function listByCommit(
  org: OrgDatabase,
  flowId: string,
  sha: string,
  trailName: string | null,
) {
  const query = listed(org)
    .where('artifact.flow_id', '=', flowId)
    // Shas are lower-case hex: "g" is the first text after every one with this prefix.
    .where('artifact.git_commit', '>=', sha)
    .where('artifact.git_commit', '<', `${sha}g`)
  return (trailName ? query.where('trail.name', '=', trailName) : query).execute()
}

/** One page of the artifacts of a flow, of a repository, or of the organization. */
export function listArtifactRows(
  org: OrgDatabase,
  filters: { flowId: string | null; repoName: string | null },
  page: PageOf,
): Promise<ListedArtifact[]> {
  let query = listed(org)
  if (filters.flowId) query = query.where('artifact.flow_id', '=', filters.flowId)
  if (filters.repoName) {
    query = query.where(sql<boolean>`artifact.repo_info ->> 'name' = ${filters.repoName}`)
  }
  return takePage(query, page).execute()
}

/** Commit of a flow's newest artifact other than this one, on a branch if one is given. */
export async function latestCommit(
  org: OrgDatabase,
  flowId: string,
  fingerprint: string,
  branch: string | null,
): Promise<string | null> {
  let query = org
    .selectFrom('artifact')
    .select('artifact.git_commit')
    .where('artifact.flow_id', '=', flowId)
    .where('artifact.fingerprint', '!=', fingerprint)
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .limit(1)
  if (branch) {
    query = query.where(sql<boolean>`artifact.git_commit_info ->> 'branch' = ${branch}`)
  }
  return (await query.executeTakeFirst())?.git_commit ?? null
}
