import { type ExpressionBuilder, sql } from 'kysely'
import { isInView, onOrgAnd } from '#server/database/conditions.ts'
import {
  afterCursor,
  type Cursor,
  type DayCount,
  type DaysBetween,
  isBetween,
  isOneOf,
  partialDays,
  type PartOfDay,
  sqlDayOf,
  wholeDays,
} from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { preparedQuery } from '#server/database/prepared-query.ts'
import type { Tables } from '#server/database/tables.ts'
import { latestInstant } from '#server/platform/clock.ts'

/** Filters of a list of builds; both ends of the window are included. */
export interface BuildFilters {
  from: number
  to: number
  repo_id?: readonly string[] | null | undefined
  repo_name?: readonly string[] | null | undefined
  /** Older ones only: where the batch before ended. */
  before?: Cursor
}

export const isOfRepo = ({ repo_id, repo_name }: BuildFilters) =>
  Boolean(repo_id?.length || repo_name?.length)

/**
 * Condition that an artifact is of a requested repository: the one that its report was recorded
 * for, as known now, else the one in the report.
 */
function matchesRepo(
  org: OrgDatabase,
  where: ExpressionBuilder<Tables, 'artifact'>,
  column: 'external_id' | 'name',
  values: readonly string[],
) {
  const field = column === 'name' ? 'name' : 'id'
  const known = org
    .selectFrom('repo')
    .select('repo.id')
    .where(isOneOf(`repo.${column}`, values))
  return where.or([
    sql<boolean>`artifact.repo_id = any(array(${known}))`,
    where.and([
      where('artifact.repo_id', 'is', null),
      sql<boolean>`artifact.repo_info ->> ${sql.lit(field)} = any(${values})`,
    ]),
  ])
}

/** Builds of the flows in view, by their positions in the list. */
export function buildsMatching(org: OrgDatabase, filters: BuildFilters) {
  const { from, to, repo_id, repo_name, before } = filters
  let query = org
    .selectFrom('artifact_state')
    .innerJoin('flow', onOrgAnd('flow.id', 'artifact_state.flow_id'))
    .where(isInView(org, 'flow.archived_at'))
    .where('artifact_state.created_at', '>=', from)
    .where('artifact_state.created_at', '<=', to)
  if (before) query = query.where(afterCursor('artifact_state', before))
  if (!isOfRepo(filters)) return query
  return query.where('artifact_state.artifact_id', 'in', (where) => {
    let artifacts = where
      .selectFrom('artifact')
      .select('artifact.id')
      .where('artifact.org_id', '=', org.orgId)
      .where('artifact.created_at', '>=', from)
      .where('artifact.created_at', '<=', to)
    if (repo_id?.length) {
      artifacts = artifacts.where((one) => matchesRepo(org, one, 'external_id', repo_id))
    }
    if (repo_name?.length) {
      artifacts = artifacts.where((one) => matchesRepo(org, one, 'name', repo_name))
    }
    return artifacts
  })
}

const createdAt = sql.ref('artifact_state.created_at')
const day = sqlDayOf(createdAt)

const each = (query: ReturnType<typeof buildsMatching>) =>
  query
    .select([day.as('day'), 'artifact_state.flow_id', 'artifact_state.state'])
    .select(sql<number>`1`.as('count'))

/** A window: the days that lie wholly in it, and the parts of its first and its last day. */
interface Days {
  whole: DaysBetween
  parts: readonly PartOfDay[]
}

const daysOf = ({ from, to }: BuildFilters): Days => ({
  whole: wholeDays(from, to),
  parts: partialDays(from, to),
})

/**
 * Counts of builds by day, flow and state, in rows that add up. Whole days are counted already; of
 * the first and the last day builds are counted.
 */
function countsOf(org: OrgDatabase, { whole, parts }: Days) {
  const folded = org
    .selectFrom('artifact_tally')
    .select(['day', 'flow_id', 'state', 'count'])
    .where(isBetween(sql.ref('day'), whole))
  const waiting = org
    .selectFrom('artifact_delta')
    .select(['day', 'flow_id', 'state', 'amount as count'])
    .where(isBetween(sql.ref('day'), whole))
  return parts
    .map(({ from, to, before }) =>
      each(buildsMatching(org, { from, to }).where('artifact_state.created_at', '<', before)),
    )
    .reduce((counts, edge) => counts.unionAll(edge))
    .unionAll(folded)
    .unionAll(waiting)
}

const joined = (org: OrgDatabase, counts: ReturnType<typeof countsOf>) =>
  org
    .selectFrom('flow')
    .innerJoin(counts.as('counted'), (join) => join.onRef('counted.flow_id', '=', 'flow.id'))
    .where(isInView(org, 'flow.archived_at'))

/** The counts, joined to the flows in view; those of one repository are counted one by one. */
const counted = (org: OrgDatabase, filters: BuildFilters) =>
  joined(
    org,
    isOfRepo(filters) ? each(buildsMatching(org, filters)) : countsOf(org, daysOf(filters)),
  )

const sum = sql<number>`sum(counted.count)::integer`

const byDay = (query: ReturnType<typeof joined>) =>
  query
    .select(['counted.day', sum.as('count')])
    .groupBy('counted.day')
    .having(sum, '>', 0)
    .orderBy('counted.day', 'desc')

/** `countsOf` with each number for itself; null are those of a second part that is not there. */
const daysOfAll = preparedQuery(
  (
    org,
    given: Record<'after' | 'before' | `${keyof PartOfDay}1`, number> &
      Record<`${keyof PartOfDay}2`, number | null>,
  ) => {
    const first = { from: given.from1, to: given.to1, before: given.before1 }
    const { from2: from, to2: to, before2: before } = given
    const parts = from === null || to === null || before === null ? [] : [{ from, to, before }]
    return byDay(joined(org, countsOf(org, { whole: given, parts: [first, ...parts] })))
  },
)

/** Counts builds by day, newest day first. */
export function daysOfBuilds(org: OrgDatabase, filters: BuildFilters): Promise<DayCount[]> {
  const { whole, parts } = daysOf(filters)
  const [first, second = null] = parts
  const { after, before } = whole
  if (isOfRepo(filters) || !first || after === null || before === null)
    return byDay(counted(org, filters)).execute()
  return daysOfAll(org, {
    ...{ after, before, from1: first.from, to1: first.to, before1: first.before },
    ...{ from2: second?.from ?? null, to2: second?.to ?? null, before2: second?.before ?? null },
  })
}

/**
 * Counts builds by day and state; a day and state may have several rows, which add up. Builds
 * without a state have the template that decides it.
 */
export function statesOfBuilds(org: OrgDatabase, filters: BuildFilters) {
  const template = sql<string | null>`case when counted.state is null then flow.template_id end`
  return counted(org, filters)
    .select(['counted.day', 'counted.state', template.as('template_id'), sum.as('count')])
    .groupBy(['counted.day', 'counted.state', template])
    .having(sum, '>', 0)
    .execute()
}

/** Counts the compliant builds that are so by an override. */
export async function countOverridden(org: OrgDatabase, filters: BuildFilters): Promise<number> {
  const { count } = await buildsMatching(org, filters)
    .where('artifact_state.state', '=', 'COMPLIANT')
    .where(sql<boolean>`artifact_state.override_ids <> '{}'`)
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the builds that run now, and their environments. */
export async function countRunning(org: OrgDatabase, filters: BuildFilters) {
  const running = org
    .selectFrom('environment')
    .innerJoin('running', (join) =>
      join
        .onRef('running.org_id', '=', 'environment.org_id')
        .onRef('running.environment_id', '=', 'environment.id')
        .on('running.to_index', 'is', null),
    )
    .select(['running.fingerprint', 'running.environment_id'])
    .where('environment.archived_at', 'is', null)
  const { builds, environments } = await buildsMatching(org, filters)
    .innerJoin('artifact', onOrgAnd('artifact.id', 'artifact_state.artifact_id'))
    .innerJoin(running.as('running'), (join) =>
      join.onRef('running.fingerprint', '=', 'artifact.fingerprint'),
    )
    .select([
      sql<number>`count(distinct artifact.id)::integer`.as('builds'),
      sql<number>`count(distinct running.environment_id)::integer`.as('environments'),
    ])
    .executeTakeFirstOrThrow()
  return { builds, environments }
}

/** Returns whether anything was ever built in the flows in view. */
export async function hasBuilds(org: OrgDatabase): Promise<boolean> {
  const one = await buildsMatching(org, { from: 0, to: latestInstant })
    .select('artifact_state.artifact_id')
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}
