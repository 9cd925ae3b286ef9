import { type Compilable, sql } from 'kysely'
import type { ReportedRunning } from '#domain/environment/stale-report.ts'
import { isOfArchivedFlow } from '#server/database/conditions.ts'
import {
  type PageOf,
  type PagePosition,
  positionedPage,
  seekPage,
  sliceRows,
  totalOf,
} from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { rowsByKey } from '#server/database/rows-by-key.ts'
import { isSlotOfArtifact, ranAs } from '#server/database/shared-selects.ts'
import { type BuildFilters, buildsMatching, daysOfBuilds, isOfRepo } from './queries.ts'

/** Environments in use in which the joined artifact runs, with what says when each becomes stale. */
const runningIn = (org: OrgDatabase) => sql<ReportedRunning[]>`coalesce((
  select json_agg(found order by environment_name)
  from (
    select environment.name as environment_name, min(found.started_index) as snapshot_index,
      environment.type, environment.reporting_minutes, state.heard_at, state.learned_interval
    from (${ranAs(org, 'artifact.fingerprint')}) as found
    join environment on environment.org_id = ${org.orgId} and environment.id = found.environment_id
      and environment.archived_at is null
    join environment_state as state
      on state.org_id = ${org.orgId} and state.environment_id = environment.id
    where found.to_index is null
    group by environment.name, environment.type, environment.reporting_minutes, state.heard_at,
      state.learned_interval) as found), '[]')`

/** Whether evidence counts for the joined artifact, overrides included. */
const hasEvidence = (org: OrgDatabase) => sql<boolean>`exists (
  select from current_attestation as slot where ${isSlotOfArtifact(org)} offset 0)`

/** Query of builds, newest first. They are chosen before the rest is read. */
function rowsOf(
  org: OrgDatabase,
  filters: BuildFilters,
  limit: number,
  position: PagePosition | undefined,
) {
  const matching = buildsMatching(org, filters).select('artifact_state.artifact_id')
  const ids = positionedPage(matching, 'artifact_state', limit, position)
  return org
    .selectFrom('flow')
    .innerJoin(rowsByKey(org, 'artifact', sql`array${ids}`).as('artifact'), (join) =>
      join.onRef('artifact.flow_id', '=', 'flow.id'),
    )
    .innerJoin('artifact_state', (join) =>
      join
        .onRef('artifact_state.org_id', '=', 'flow.org_id')
        .onRef('artifact_state.artifact_id', '=', 'artifact.id'),
    )
    .leftJoin('trail', (join) =>
      join.onRef('trail.org_id', '=', 'flow.org_id').onRef('trail.id', '=', 'artifact.trail_id'),
    )
    .leftJoin('repo', (join) =>
      join.onRef('repo.org_id', '=', 'flow.org_id').onRef('repo.id', '=', 'artifact.repo_id'),
    )
    .select(['artifact.id', 'artifact.filename', 'artifact.fingerprint', 'artifact.trail_id'])
    .select(['artifact.template_reference_name', 'artifact.git_commit', 'artifact.created_at'])
    .select(['artifact.repo_info', 'artifact_state.state', 'artifact_state.override_ids'])
    .select(['flow.name as flow_name', 'flow.template_id as flow_template_id'])
    .select(['trail.name as trail_name', 'repo.name as repo_name'])
    .select(['repo.external_id as repo_external_id', isOfArchivedFlow.as('flow_archived')])
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
}

/** The same with where each runs, and whether evidence counts for it. */
const withUse = (org: OrgDatabase, rows: ReturnType<typeof rowsOf>) =>
  rows.select([runningIn(org).as('running_in'), hasEvidence(org).as('has_evidence')])

type Numbers = Pick<BuildFilters, 'from' | 'to'> & Record<'first' | 'before' | 'offset', number>
type Shape = Pick<PagePosition, 'walk'> & { limit: number }

/** Returns what reads builds: those of a page, or all but those before a cursor. */
function readerOf<Row>(
  finish: (org: OrgDatabase, rows: ReturnType<typeof rowsOf>) => Compilable<Row>,
) {
  const pageOfAll = preparedQuery(
    (org, { from, to, first, before, offset }: Numbers, { limit, walk }: Shape) => {
      const position = { from: first, before, offset, walk, size: limit }
      return finish(org, rowsOf(org, { from, to }, limit, position))
    },
  )
  return async (
    org: OrgDatabase,
    filters: BuildFilters,
    limit: number,
    position?: PagePosition,
  ): Promise<Row[]> => {
    if (!position || isOfRepo(filters)) {
      const rows = await org.query(finish(org, rowsOf(org, filters, limit, position)).compile())
      return position ? sliceRows(rows, position) : rows
    }
    const { from, to } = filters
    const { from: first, before, offset, walk } = position
    const rows = await pageOfAll(org, { from, to, first, before, offset }, { limit, walk })
    return sliceRows(rows, position)
  }
}

/** Builds, newest first. */
export const listBuildRows = readerOf((_, rows) => rows)
export type BuildRow = Awaited<ReturnType<typeof listBuildRows>>[number]

/** Builds with where each runs, and whether evidence counts for it, newest first. */
export const listBuildsInUse = readerOf(withUse)
export type BuildInUseRow = Awaited<ReturnType<typeof listBuildsInUse>>[number]

/** One page of builds, newest first, and their total; a deep one costs what the first one costs. */
export async function pageOfBuilds<Row>(
  org: OrgDatabase,
  filters: BuildFilters,
  page: PageOf,
  list: (...of: Parameters<typeof listBuildRows>) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const days = await daysOfBuilds(org, filters)
  const position = page.per_page === 0 ? null : seekPage(days, page)
  return {
    rows: position ? await list(org, filters, page.per_page, position) : [],
    total: totalOf(days),
  }
}
