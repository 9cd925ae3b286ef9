import { sql } from 'kysely'
import type { TrailState } from '#contract/trail-state.ts'
import { isInView } from '../database/archive.ts'
import { dayOf, type DayCount } from '../database/day-page.ts'
import type { OrgDatabase } from '../database/org-database.ts'

/**
 * Counts a trail in its state, and no longer in the one before, once it is run; exact at once,
 * folded later.
 */
export function countTrail(
  org: OrgDatabase,
  trail: { flow_id: string; created_at: number },
  states: { now: TrailState; before: TrailState | null },
  newId: () => string,
) {
  const key = { flow_id: trail.flow_id, day: dayOf(trail.created_at) }
  const deltas = [{ ...key, id: newId(), state: states.now, amount: 1 }]
  if (states.before) deltas.push({ ...key, id: newId(), state: states.before, amount: -1 })
  return org.insertInto('trail_delta', deltas)
}

/**
 * How many trails of the flows in view began on each day, newest day first; of one flow or of some states
 * only, if given. Folded and waiting counts as one.
 */
export function daysOfTrails(
  org: OrgDatabase,
  filters: { flowId?: string; flow?: string | null; verdict?: readonly string[] | null },
): Promise<DayCount[]> {
  const { verdict } = filters
  const isIn = (table: string) =>
    verdict?.length
      ? sql<boolean>`${sql.ref(`${table}.state`)} = any(${verdict})`
      : sql<boolean>`true`
  const sum = sql<number>`sum(counted.count)::integer`
  let query = org
    .selectFrom('flow')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('trail_tally')
          .select(['day', 'count'])
          .whereRef('trail_tally.org_id', '=', 'flow.org_id')
          .whereRef('trail_tally.flow_id', '=', 'flow.id')
          .where(isIn('trail_tally'))
          .unionAll(
            from
              .selectFrom('trail_delta')
              .select(['day', 'amount as count'])
              .whereRef('trail_delta.org_id', '=', 'flow.org_id')
              .whereRef('trail_delta.flow_id', '=', 'flow.id')
              .where(isIn('trail_delta')),
          )
          .as('counted'),
      (join) => join.onTrue(),
    )
    .select(['counted.day', sum.as('count')])
    .where(isInView(org, 'flow.archived_at'))
    .groupBy('counted.day')
    .having(sum, '>', 0)
    .orderBy('counted.day', 'desc')
  if (filters.flowId) query = query.where('flow.id', '=', filters.flowId)
  if (filters.flow) query = query.where('flow.name', '=', filters.flow)
  return query.execute()
}

const batch = 10_000

/**
 * Folds waiting counts into the sums; readers see the same sum before and after.
 * @returns how many were folded; 0 also when another process is at it
 */
export function foldTrailCounts(org: OrgDatabase): Promise<number> {
  return org.transaction(async (tx) => {
    if (!(await tx.tryLock('fold trails'))) return 0
    return tx.fold('trail_delta', batch, [{ into: 'trail_tally', by: ['flow_id', 'day', 'state'] }])
  })
}
