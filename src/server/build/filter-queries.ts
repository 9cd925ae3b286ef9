import { type ExpressionBuilder, sql } from 'kysely'
import { isInView } from '../database/archive.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { beforePlace, type Place } from '../database/paging.ts'
import type { Tables } from '../database/tables.ts'

/** What a list of builds is narrowed by; both ends of the window are part of it. */
export interface BuildFilters {
  from: number
  to: number
  repo_id?: string | null | undefined
  repo_name?: string | null | undefined
  /** Older ones only: where the batch before ended. */
  before?: Place
}

export const isOfRepo = ({ repo_id, repo_name }: BuildFilters) =>
  repo_id != null || repo_name != null

/**
 * Whether an artifact is of the repository that is asked for: the one that its report was taken into,
 * as that is known now, else what the report said.
 */
function isOfAskedRepo(
  org: OrgDatabase,
  where: ExpressionBuilder<Tables, 'artifact'>,
  column: 'external_id' | 'name',
  text: string,
) {
  const field = column === 'name' ? 'name' : 'id'
  const known = org.selectFrom('repo').select('repo.id').where(`repo.${column}`, '=', text)
  return where.or([
    sql<boolean>`artifact.repo_id = any(array(${known}))`,
    where.and([
      where('artifact.repo_id', 'is', null),
      sql<boolean>`artifact.repo_info ->> ${sql.lit(field)} = ${text}`,
    ]),
  ])
}

/** Builds of the flows in view, by their places in the list. */
export function buildsMatching(org: OrgDatabase, filters: BuildFilters) {
  const { from, to, repo_id, repo_name, before } = filters
  let query = org
    .selectFrom('artifact_state')
    .innerJoin('flow', (join) =>
      join
        .onRef('flow.org_id', '=', 'artifact_state.org_id')
        .onRef('flow.id', '=', 'artifact_state.flow_id'),
    )
    .where(isInView(org, 'flow.archived_at'))
    .where('artifact_state.created_at', '>=', from)
    .where('artifact_state.created_at', '<=', to)
  if (before) query = query.where(beforePlace('artifact_state', before))
  if (!isOfRepo(filters)) return query
  return query.where('artifact_state.artifact_id', 'in', (where) => {
    let artifacts = where
      .selectFrom('artifact')
      .select('artifact.id')
      .where('artifact.org_id', '=', org.orgId)
      .where('artifact.created_at', '>=', from)
      .where('artifact.created_at', '<=', to)
    if (repo_id != null) {
      artifacts = artifacts.where((one) => isOfAskedRepo(org, one, 'external_id', repo_id))
    }
    if (repo_name != null) {
      artifacts = artifacts.where((one) => isOfAskedRepo(org, one, 'name', repo_name))
    }
    return artifacts
  })
}
