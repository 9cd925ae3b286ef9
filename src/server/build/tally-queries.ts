import { sql } from 'kysely'
import { isInView } from '../database/archive.ts'
import { type DayCount, dayOf, edgesOf } from '../database/day-page.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { type BuildFilters, buildsMatching, isOfRepo } from './filter-queries.ts'
import { latest } from './window.ts'

const createdAt = sql.ref('artifact_state.created_at')
const day = sql<number>`floor(${createdAt} / 86400)::integer`

const each = (query: ReturnType<typeof buildsMatching>) =>
  query
    .select([day.as('day'), 'artifact_state.flow_id', 'artifact_state.state'])
    .select(sql<number>`1`.as('count'))

/**
 * Counts of builds with their day, flow and state, in rows that add up. Whole days are counted
 * already; of the first and the last day, and of one repository, the builds themselves are.
 */
function countsOf(org: OrgDatabase, filters: BuildFilters) {
  const { from, to } = filters
  if (isOfRepo(filters)) return each(buildsMatching(org, filters))
  const folded = org
    .selectFrom('artifact_tally')
    .select(['day', 'flow_id', 'state', 'count'])
    .where('day', '>', dayOf(from))
    .where('day', '<', dayOf(to))
  const waiting = org
    .selectFrom('artifact_delta')
    .select(['day', 'flow_id', 'state', 'amount as count'])
    .where('day', '>', dayOf(from))
    .where('day', '<', dayOf(to))
  return edgesOf(createdAt, from, to)
    .map(({ holds }) => each(buildsMatching(org, filters).where(holds)))
    .reduce((counts, edge) => counts.unionAll(edge))
    .unionAll(folded)
    .unionAll(waiting)
}

/** The counts, joined to the flows in view. */
const counted = (org: OrgDatabase, filters: BuildFilters) =>
  org
    .selectFrom('flow')
    .innerJoin(countsOf(org, filters).as('counted'), (join) =>
      join.onRef('counted.flow_id', '=', 'flow.id'),
    )
    .where(isInView(org, 'flow.archived_at'))

const sum = sql<number>`sum(counted.count)::integer`

/** How many builds each day has, newest day first. */
export function daysOfBuilds(org: OrgDatabase, filters: BuildFilters): Promise<DayCount[]> {
  return counted(org, filters)
    .select(['counted.day', sum.as('count')])
    .groupBy('counted.day')
    .having(sum, '>', 0)
    .orderBy('counted.day', 'desc')
    .execute()
}

/**
 * How many builds each day has in each state; a day and state may have several rows, which add up.
 * Those without a state have the template that decides it.
 */
export function statesOfBuilds(org: OrgDatabase, filters: BuildFilters) {
  const template = sql<string | null>`case when counted.state is null then flow.template_id end`
  return counted(org, filters)
    .select(['counted.day', 'counted.state', template.as('template_id'), sum.as('count')])
    .groupBy(['counted.day', 'counted.state', template])
    .having(sum, '>', 0)
    .execute()
}

/** How many of the builds run now, and in how many environments. */
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
    .innerJoin('artifact', (join) =>
      join
        .onRef('artifact.org_id', '=', 'artifact_state.org_id')
        .onRef('artifact.id', '=', 'artifact_state.artifact_id'),
    )
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

/** Whether anything was ever built in the flows in view. */
export async function hasBuilds(org: OrgDatabase): Promise<boolean> {
  const one = await buildsMatching(org, { from: 0, to: latest })
    .select('artifact_state.artifact_id')
    .limit(1)
    .executeTakeFirst()
  return one !== undefined
}
