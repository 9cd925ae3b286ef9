import { sql } from 'kysely'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import { type listVerdictRuns as endpoint, maxRunsEach } from '#contract/verdict/verdict-history.ts'
import type { MemberHistory } from '#domain/environment/failure-silences.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import { isInView } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { causingArtifact } from '#server/database/shared-selects.ts'
import { everMembers, membershipsIn } from '#server/database/past-members.ts'
import { silencesOf } from '#server/database/silences.ts'
import type { TimeWindow } from '#server/platform/clock.ts'

type Runs = Omit<ResponseOf<typeof endpoint>['environments'][number], 'failure_silences'>

/** The newest flips of the joined environment in a window, and the one in force when it begins. */
function flipsOf({ orgId }: OrgDatabase, { from, to }: TimeWindow) {
  const own = sql`snapshot.org_id = ${orgId}
    and snapshot.environment_id = environment.id and is_flip`
  return sql`(
    select * from snapshot where ${own} and created_at <= ${to}
      and index >= coalesce((select max(index) from snapshot
        where ${own} and created_at <= ${from}), 0)
    order by index desc limit ${sql.lit(maxRunsEach)})`
}

/**
 * Verdicts of environments in a window and the last one before it, by name of the environment, and
 * their silences. Reads only the snapshots that changed the verdict, by their index.
 */
export function listVerdictRuns(
  org: OrgDatabase,
  names: readonly string[],
  window: TimeWindow,
  rules: ReportingRules,
): Promise<Runs[]> {
  const { from, to } = window
  const isNamed = names.length > 0 ? sql`environment.name = any(${names})` : sql`true`
  return org.query(sql<Runs>`
    select environment.name, environment.type, coalesce((
      select json_agg(json_build_object('state', run.state, 'from', run.created_at,
          'snapshot_index', run.index, 'cause', run.cause, 'artifact_name',
          case when run.cause is null then ${causingArtifact(org, 'run')} end) order by run.index)
      from ${flipsOf(org, window)} as run), '[]') as runs, coalesce((
      select json_agg(json_build_object('from', silence."from", 'to', silence."to",
        'last_reported_at', silence.last_reported_at) order by silence."from")
      from ${silencesOf(org, rules, window, maxRunsEach)} as silence), '[]') as silences, coalesce((
      select json_agg(json_build_object('from', period.started_at, 'to', period.ended_at)
        order by period.started_at)
      from (
        select started_at, ended_at from exception_period
        where exception_period.org_id = ${org.orgId}
          and exception_period.environment_id = environment.id
          and started_at <= ${to} and (ended_at is null or ended_at >= ${from})
        order by started_at desc limit ${sql.lit(maxRunsEach)}) as period), '[]') as exceptions
    from environment
    where environment.org_id = ${org.orgId} and ${isNamed}
      and ${isInView(org, 'environment.archived_at')}
    order by environment.name`)
}

/**
 * Histories in a window of all that were members of logical environments in it, with the name of the
 * logical one.
 */
export function listMemberHistories(
  org: OrgDatabase,
  logicalNames: readonly string[],
  window: TimeWindow,
  rules: ReportingRules,
): Promise<(MemberHistory & { logical_name: string })[]> {
  const within = { from: sql`${window.from}::float8`, to: sql`${window.to}::float8` }
  return org.query(sql<MemberHistory & { logical_name: string }>`
    select logical.name as logical_name, environment.archived_at as until, coalesce((
      select json_agg(json_build_object('from', stay."from", 'to', stay."to"))
      from ${membershipsIn(org, 'logical', sql`environment.id`, within)} as stay), '[]')
      as memberships, coalesce((
      select json_agg(json_build_object('at', run.created_at, 'state', run.state)
        order by run.index)
      from ${flipsOf(org, window)} as run), '[]') as changes, coalesce((
      select json_agg(json_build_object('from', silence."from", 'to', silence."to"))
      from ${silencesOf(org, rules, window, maxRunsEach)} as silence), '[]') as silences
    from environment as logical
    cross join lateral ${everMembers(org, 'logical')} as member
    join environment on environment.org_id = logical.org_id and environment.id = member.member_id
    where logical.org_id = ${org.orgId} and logical.name = any(${logicalNames})`)
}

/** The newest silences of an environment in a window. */
export const listSilences = (
  org: OrgDatabase,
  environmentId: string,
  window: TimeWindow,
  rules: ReportingRules,
) =>
  org
    .selectFrom('environment')
    .innerJoinLateral(silencesOf(org, rules, window, maxRunsEach).as('silence'), (join) =>
      join.onTrue(),
    )
    .select(['silence.from', 'silence.to'])
    .where('environment.id', '=', environmentId)
    .execute()
