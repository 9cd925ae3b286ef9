import { sql } from 'kysely'
import { maxRunsEach } from '#contract/verdict/verdict-history.ts'
import type { Silence } from '#contract/environment/reporting-interval.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import { beginsWith, onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import { startsAndExitsOf } from '#server/database/shared-selects.ts'
import { dueAt, silencesOf } from '#server/database/silences.ts'

/** Running intervals with the environment of each; without those of archived ones. */
const inUse = (org: OrgDatabase) =>
  org
    .selectFrom('running')
    .innerJoin('environment', onOrgAnd('environment.id', 'running.environment_id'))
    .where('environment.archived_at', 'is', null)

/** Columns by which a joined environment becomes stale. */
const reportedColumns = [
  'environment.type',
  'environment.reporting_minutes',
  'environment_state.heard_at',
  'environment_state.learned_interval',
] as const

const runningNames = preparedQuery((org, { fingerprints }: { fingerprints: readonly string[] }) =>
  inUse(org)
    .innerJoin('environment_state', onOrgAnd('environment_state.environment_id', 'environment.id'))
    .select(['running.fingerprint', 'environment.name as environment_name'])
    .select(reportedColumns)
    .select([
      // The snapshot in which it began to run there; null if it no longer runs.
      sql<number | null>`min(running.started_index) filter (where running.to_index is null)`.as(
        'started_index',
      ),
      sql<number>`max(running.to_index)`.as('exited_index'),
    ])
    .where(sql<boolean>`running.fingerprint = any(${fingerprints})`)
    .groupBy(['running.fingerprint', 'environment.name', ...reportedColumns])
    .orderBy('environment.name'),
)

/** Lists where artifacts run or ran, one row for each environment; by environment name. */
export const listRunningNames = async (org: OrgDatabase, fingerprints: readonly string[]) =>
  fingerprints.length === 0 ? [] : runningNames(org, { fingerprints })

const moves = preparedQuery((org, { fingerprints }: { fingerprints: readonly string[] }) =>
  startsAndExitsOf(org, sql`unnest(${fingerprints}::text[])`),
)

/** {@link startsAndExitsOf} some fingerprints. */
export const startsAndExits = (org: OrgDatabase, fingerprints: readonly string[]) =>
  moves(org, { fingerprints })

/** Artifacts seen running and reported to no flow, whose fingerprint is, or starts with, a text. */
export function listOnlySeen(org: OrgDatabase, fingerprint: string, limit: number) {
  return org
    .selectFrom('running')
    .distinctOn('running.fingerprint')
    .select(['running.fingerprint', 'running.name'])
    .where(beginsWith('running.fingerprint', fingerprint))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('artifact')
            .select('artifact.id')
            .where('artifact.org_id', '=', org.orgId)
            .whereRef('artifact.fingerprint', '=', 'running.fingerprint'),
        ),
      ),
    )
    .orderBy('running.fingerprint')
    .orderBy('running.started_at', 'desc')
    .limit(limit)
    .execute()
}

/**
 * The newest running intervals of one artifact, one row for each start of each name in an
 * environment.
 */
export function listStretches(org: OrgDatabase, fingerprint: string, limit: number) {
  return inUse(org)
    .leftJoin('snapshot', (join) =>
      join
        .onRef('snapshot.org_id', '=', 'running.org_id')
        .onRef('snapshot.environment_id', '=', 'running.environment_id')
        .onRef('snapshot.index', '=', 'running.to_index'),
    )
    .select([
      'environment.name as environment_name',
      'environment.type as environment_type',
      'environment.id as environment_id',
      'running.name',
      'running.started_index',
      'running.started_at',
    ])
    .select([
      sql<boolean>`bool_or(running.to_index is null)`.as('is_running'),
      sql<number | null>`max(running.to_index)`.as('exited_index'),
      sql<number | null>`max(snapshot.created_at)`.as('exited_at'),
    ])
    .where('running.fingerprint', '=', fingerprint)
    .groupBy([
      'environment.name',
      'environment.type',
      'environment.id',
      'running.name',
      'running.started_index',
      'running.started_at',
    ])
    .orderBy('running.started_at', 'desc')
    .orderBy('environment.name')
    .limit(limit)
    .execute()
}

/** The newest verdicts on one artifact in some environments under some names, newest first. */
export function listVerdictsOn(
  org: OrgDatabase,
  fingerprint: string,
  reported: readonly { environment_id: string; name: string }[],
  limit: number,
) {
  const ids = [...new Set(reported.map((one) => one.environment_id))]
  const names = [...new Set(reported.map((one) => one.name))]
  return org
    .selectFrom('verdict')
    .select([
      'verdict.environment_id',
      'verdict.from_index',
      'verdict.to_index',
      'verdict.evaluated_at',
      'verdict.compliant',
      'verdict.reason',
      'verdict.carriers',
    ])
    .select(
      sql<string[]>`array(select policy.name from policy where policy.org_id = ${org.orgId}
        and policy.id = any(verdict.failing_policy_ids) order by policy.name)`.as(
        'failing_policies',
      ),
    )
    .where('verdict.environment_id', 'in', ids)
    .where('verdict.name', 'in', names)
    .where('verdict.fingerprint', '=', fingerprint)
    .orderBy('verdict.evaluated_at', 'desc')
    .limit(limit)
    .execute()
}

/** When some physical environments become stale, and their newest silences in a window, by id. */
export function listSilencesIn(
  org: OrgDatabase,
  environmentIds: readonly string[],
  window: { from: number; to: number },
  rules: ReportingRules,
) {
  return org
    .selectFrom('environment')
    .leftJoin('environment_state', onOrgAnd('environment_state.environment_id', 'environment.id'))
    .select('environment.id')
    .select(dueAt('environment', 'environment_state', rules).as('stale_at'))
    .select(
      sql<Silence[]>`(
        select coalesce(json_agg(json_build_object('from', silence."from", 'to', silence."to",
          'last_reported_at', silence.last_reported_at) order by silence."from"), '[]')
        from ${silencesOf(org, rules, window, maxRunsEach)} as silence)`.as('silences'),
    )
    .where(sql<boolean>`environment.id = any(${environmentIds})`)
    .execute()
}
