import { sql } from 'kysely'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type listVerdictRuns as endpoint, mostRunsEach } from '#contract/verdict-run.ts'
import { isInView } from '../database/archive.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Window } from '../window.ts'

type Runs = ResponseOf<typeof endpoint>['environments'][number]

/**
 * The verdicts of environments in a window and the one before it, by name of the environment. Only
 * the snapshots that brought another verdict are read, from their index.
 */
export function listVerdictRuns(
  org: OrgDatabase,
  names: readonly string[],
  { from, to }: Window,
): Promise<Runs[]> {
  const own = sql`snapshot.org_id = environment.org_id
    and snapshot.environment_id = environment.id and is_flip`
  const isNamed = names.length > 0 ? sql`environment.name = any(${names})` : sql`true`
  return org.rowsOf(sql<Runs>`
    select environment.name, environment.type, coalesce((
      select json_agg(json_build_object('state', run.state, 'from', run.created_at,
          'snapshot_index', run.index, 'cause', run.cause) order by run.index)
      from (
        select * from snapshot where ${own} and created_at <= ${to}
          and index >= coalesce((select max(index) from snapshot
            where ${own} and created_at <= ${from}), 0)
        order by index desc limit ${sql.lit(mostRunsEach)}) as run), '[]') as runs
    from environment
    where environment.org_id = ${org.orgId} and ${isNamed}
      and ${isInView(org, 'environment.archived_at')}
    order by environment.name`)
}
