import { sql } from 'kysely'
import { type PagePlace, placeOfPage, rowsOfPlace } from '../database/day-page.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { PageOf } from '../database/paging.ts'
import { type BuildFilters, buildsMatching } from './filter-queries.ts'
import { daysOfBuilds } from './tally-queries.ts'

/** Builds with what their rows show, newest first. They are chosen before the rest is read. */
export async function listBuildRows(
  org: OrgDatabase,
  filters: BuildFilters,
  limit: number,
  place?: PagePlace,
) {
  const walk = place?.walk ?? 'desc'
  let chosen = buildsMatching(org, filters)
    .select(['artifact_state.org_id', 'artifact_state.artifact_id', 'artifact_state.state'])
    .select(['flow.name as flow_name', 'flow.template_id as flow_template_id'])
    .orderBy('artifact_state.created_at', walk)
    .orderBy('artifact_state.artifact_id', walk)
    .limit(sql.lit(limit))
  if (place) {
    chosen = chosen
      .where('artifact_state.created_at', '>=', place.from)
      .where('artifact_state.created_at', '<', place.before)
      .offset(place.offset)
  }
  const rows = await org
    .selectFrom('artifact')
    .innerJoin(chosen.as('chosen'), (join) =>
      join
        .onRef('chosen.org_id', '=', 'artifact.org_id')
        .onRef('chosen.artifact_id', '=', 'artifact.id'),
    )
    .leftJoin('trail', (join) =>
      join
        .onRef('trail.org_id', '=', 'artifact.org_id')
        .onRef('trail.id', '=', 'artifact.trail_id'),
    )
    .leftJoin('repo', (join) =>
      join.onRef('repo.org_id', '=', 'artifact.org_id').onRef('repo.id', '=', 'artifact.repo_id'),
    )
    .select([
      'artifact.id',
      'artifact.filename',
      'artifact.fingerprint',
      'artifact.trail_id',
      'artifact.template_reference_name',
      'artifact.git_commit',
      'artifact.created_at',
      'artifact.repo_info',
      'chosen.state',
      'chosen.flow_name',
      'chosen.flow_template_id',
      'trail.name as trail_name',
      'repo.name as repo_name',
      'repo.external_id as repo_external_id',
    ])
    .orderBy('artifact.created_at', 'desc')
    .orderBy('artifact.id', 'desc')
    .execute()
  return place ? rowsOfPlace(rows, place) : rows
}
export type BuildRow = Awaited<ReturnType<typeof listBuildRows>>[number]

/** One page of builds, newest first, and how many there are; a deep one costs what the first one costs. */
export async function pageOfBuilds(
  org: OrgDatabase,
  filters: BuildFilters,
  page: PageOf,
): Promise<{ rows: BuildRow[]; total: number }> {
  const days = await daysOfBuilds(org, filters)
  const place = page.per_page === 0 ? null : placeOfPage(days, page)
  return {
    rows: place ? await listBuildRows(org, filters, page.per_page, place) : [],
    total: days.reduce((sum, { count }) => sum + count, 0),
  }
}
