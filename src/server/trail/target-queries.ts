import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Role } from '#contract/common/endpoint.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Flow, Trail } from '#server/database/tables/flow.ts'

/** Target of a report, locked as `lockFlow` and `lockTrail` do; null where it is unknown. */
export interface LockedTarget {
  flow: Selectable<Flow> | null
  trail: Selectable<Trail> | null
}

/**
 * Locks the flow of a report against archiving and then its trail, and reads the role of the caller,
 * by one statement. Without the name of a trail it locks the flow only.
 */
export async function lockTarget(
  org: OrgDatabase,
  role: RawBuilder<Role | null>,
  { flow_name, trail_name }: { flow_name: string; trail_name: string | null },
): Promise<LockedTarget & { role: Role | null }> {
  // As JSON, since columns of the two have equal names.
  const [row] = await org.query(sql<LockedTarget & { role: Role | null }>`
    with locked_flow as materialized (
      select * from flow where org_id = ${org.orgId} and name = ${flow_name} for key share),
    locked_trail as materialized (
      select trail.* from locked_flow
      join trail on trail.org_id = ${org.orgId} and trail.flow_id = locked_flow.id
        and trail.name = ${trail_name}
      for update of trail)
    select ${role} as role, (select row_to_json(locked_flow) from locked_flow) as flow,
      (select row_to_json(locked_trail) from locked_trail) as trail`)
  return row ?? { role: null, flow: null, trail: null }
}
