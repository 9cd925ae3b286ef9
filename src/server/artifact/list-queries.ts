import { sql } from 'kysely'
import { beginsWith, isInView, isOfArchivedFlow, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { type Cursor, isOneOf, offsetPage, type PageOf } from '#server/database/keyset-page.ts'

/** Artifacts of the flows in view with their states and the names of flow and trail, newest first. */
export function listed(org: OrgDatabase) {
  return org
    .selectFrom('artifact')
    .innerJoin('artifact_state', onOrgAnd('artifact_state.artifact_id', 'artifact.id'))
    .innerJoin('flow', onOrgAnd('flow.id', 'artifact.flow_id'))
    .leftJoin('trail', onOrgAnd('trail.id', 'artifact.trail_id'))
    .selectAll('artifact')
    .select([
      'artifact_state.state',
      'artifact_state.override_ids',
      'flow.name as flow_name',
      'flow.template_id as flow_template_id',
      'trail.name as trail_name',
    ])
    .select(isOfArchivedFlow.as('flow_archived'))
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
    .where(beginsWith('artifact.git_commit', sha))
  return (trailName ? query.where('trail.name', '=', trailName) : query).execute()
}

/** The newest artifacts of each flow in view: those of archived flows may all be far back in time. */
const newestOfEachFlow = (org: OrgDatabase, limit: number) => sql<boolean>`artifact.id = any(array(
  select newest.id from flow cross join lateral (
    select id from artifact where org_id = ${org.orgId} and flow_id = flow.id
    order by created_at desc, id desc limit ${sql.lit(limit)}) as newest
  where flow.org_id = ${org.orgId} and ${isInView(org, 'flow.archived_at')}))`

/** One page of the artifacts of some flows, of some repositories, or of the organization. */
export function listArtifactRows(
  org: OrgDatabase,
  filters: { flowIds: string[] | null; repoIds: string[] | null },
  page: PageOf,
): Promise<ListedArtifact[]> {
  let query = listed(org)
  if (filters.flowIds) query = query.where(isOneOf('artifact.flow_id', filters.flowIds))
  if (filters.repoIds) query = query.where(isOneOf('artifact.repo_id', filters.repoIds))
  else if (org.archived === 'only' && !filters.flowIds) {
    query = query.where(newestOfEachFlow(org, page.page * page.per_page))
  }
  return offsetPage(query, page).execute()
}

const reportsOf = (org: OrgDatabase, key: { flow_id: string; fingerprint: string }) =>
  listed(org)
    .where('artifact.flow_id', '=', key.flow_id)
    .where('artifact.fingerprint', '=', key.fingerprint)

/** Finds one report of an artifact in a flow by its id. */
export function findReport(
  org: OrgDatabase,
  key: { flow_id: string; fingerprint: string; id: string },
): Promise<ListedArtifact | undefined> {
  return reportsOf(org, key).where('artifact.id', '=', key.id).executeTakeFirst()
}

/** The newest reports of one artifact in a flow. */
export function listReports(
  org: OrgDatabase,
  key: { flow_id: string; fingerprint: string },
  limit: number,
): Promise<ListedArtifact[]> {
  return reportsOf(org, key).limit(limit).execute()
}

/** A trail's artifacts after a cursor, newest first, in batches. */
export function listOfTrail(
  org: OrgDatabase,
  trailId: string,
  before: Cursor,
  page: PageOf,
): Promise<ListedArtifact[]> {
  const isOlder = sql<boolean>`(artifact.created_at, artifact.id) < (${before.created_at}, ${before.id})`
  return offsetPage(
    listed(org).where('artifact.trail_id', '=', trailId).where(isOlder),
    page,
  ).execute()
}

/** One artifact's reports in a flow without a trail. */
export function listWithoutTrail(
  org: OrgDatabase,
  key: { flow_id: string; fingerprint: string },
): Promise<ListedArtifact[]> {
  return reportsOf(org, key).where('artifact.trail_id', 'is', null).execute()
}

/** Ids of the trails of a flow that an artifact is on, in the order of their creation. */
export async function listTrailIdsOf(
  org: OrgDatabase,
  key: { flow_id: string; fingerprint: string },
): Promise<string[]> {
  const rows = await org
    .selectFrom('artifact')
    .select('artifact.trail_id')
    .distinct()
    .where('artifact.flow_id', '=', key.flow_id)
    .where('artifact.fingerprint', '=', key.fingerprint)
    .where('artifact.trail_id', 'is not', null)
    .orderBy('artifact.trail_id')
    .execute()
  return rows.flatMap(({ trail_id }) => trail_id ?? [])
}

/**
 * The newest report in each flow of every artifact whose fingerprint is, or starts with, a text.
 */
export function listFlowsThatKnow(
  org: OrgDatabase,
  fingerprint: string,
  limit: number,
): Promise<ListedArtifact[]> {
  return listed(org)
    .distinctOn(['artifact.fingerprint', 'artifact.flow_id'])
    .where(beginsWith('artifact.fingerprint', fingerprint))
    .clearOrderBy()
    .orderBy('artifact.fingerprint', 'desc')
    .orderBy('artifact.flow_id', 'desc')
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .limit(limit)
    .execute()
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
