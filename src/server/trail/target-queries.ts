import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Flow, Repo, Trail } from '#server/database/tables/flow.ts'

/** Target of a report, locked as `lockFlow` and `lockTrail` do; null where it is unknown. */
export interface LockedTarget {
  flow: Selectable<Flow> | null
  /** The repository of the report, if it is stored as reported. */
  repo: Selectable<Repo> | null
  trail: Selectable<Trail> | null
}

interface Target {
  flow_name: string
  trail_name: string
  /** The repository as reported; a description that the report leaves out is null. */
  repo:
    | (Pick<Selectable<Repo>, 'provider' | 'external_id' | 'name' | 'url'> & {
        description: string | null
      })
    | null
}

/**
 * Locks the flow of a report against archiving and then its trail, and reads the role of the caller,
 * by one statement. A repository that the report changes is locked before the trail: then only the
 * flow is.
 */
export async function lockTarget(
  org: OrgDatabase,
  role: RawBuilder<Role | null>,
  { flow_name, trail_name, repo }: Target,
): Promise<LockedTarget & { role: Role | null }> {
  // Of an organization that is newer than the statistics, the planner expects no rows, and would read
  // all of it for each that the statements after this one look up.
  // As JSON, since columns of them have equal names.
  const [row] = await org.query(sql<LockedTarget & { role: Role | null }>`
    with locked_flow as materialized (
      select * from flow where org_id = ${org.orgId} and name = ${flow_name} for key share),
    same_repo as materialized (
      select * from repo where org_id = ${org.orgId} and provider = ${repo?.provider ?? null}
        and external_id = ${repo?.external_id ?? null} and name = ${repo?.name ?? null}
        and url = ${repo?.url ?? null}
        and description = coalesce(${repo?.description ?? null}::text, description)),
    locked_trail as materialized (
      select trail.* from locked_flow
      join trail on trail.org_id = ${org.orgId} and trail.flow_id = locked_flow.id
        and trail.name = ${trail_name}
      where ${repo === null}::boolean or exists (select from same_repo)
      for update of trail)
    select ${role} as role, (select row_to_json(locked_flow) from locked_flow) as flow,
      (select row_to_json(same_repo) from same_repo) as repo,
      (select row_to_json(locked_trail) from locked_trail) as trail,
      ${org.planForAny} as planned`)
  return row ?? { role: null, flow: null, repo: null, trail: null }
}
