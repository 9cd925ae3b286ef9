import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { summarizeExceptions as endpoint } from '#contract/exception/exception.ts'
import { exceptionKinds } from '#contract/exception/exception.ts'
import { isStale, staleAt } from '#domain/environment/stale-report.ts'
import { inForceStates } from '#domain/override/override-states.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { listStatuses } from '#server/environment/list-queries.ts'
import { freshnessAt } from '#server/organization/settings.ts'
import { countQualified } from '#server/overview/standing-queries.ts'
import { countByKindAndEnd } from './register-queries.ts'
import { countCarried } from './reliance-queries.ts'

/** Counts the exceptions in force, and what complies only by them. */
export async function summarizeExceptions(
  org: OrgDatabase,
  now: number,
): Promise<ResponseOf<typeof endpoint>> {
  const [carried, fresh, counts] = await Promise.all([
    countCarried(org),
    countFresh(org, now),
    countByKindAndEnd(org, now),
  ])
  const sum = (rows: typeof counts) => rows.reduce((total, { count }) => total + count, 0)
  const inForce = counts.filter(({ state }) => inForceStates.includes(state))
  const ofKind = (kind: (typeof exceptionKinds)[number]) =>
    sum(inForce.filter((row) => row.kind === kind))
  const ending = inForce.filter(({ kind }) => kind === 'override' || kind === 'allow_list')
  return {
    artifacts: {
      by_exception: carried.artifacts,
      stale_or_expired: Math.max(0, carried.artifacts - fresh),
      running: carried.running,
    },
    environments: { by_exception: carried.environments, total: carried.total },
    in_force: {
      override: ofKind('override'),
      allow_list: ofKind('allow_list'),
      policy: ofKind('policy'),
      snooze: ofKind('snooze'),
    },
    without_end: sum(ending.filter(({ has_end }) => !has_end)),
    ending_within_week: sum(inForce.filter(({ state }) => state === 'expiring')),
    never_reviewed: sum(inForce.filter((row) => row.kind !== 'snooze' && !row.is_reviewed)),
    requested: sum(counts.filter(({ state }) => state === 'requested')),
  }
}

/** Counts the running artifacts that stand as compliant by exception, as the overview does. */
async function countFresh(org: OrgDatabase, now: number): Promise<number> {
  const order = { sort: 'name', sort_direction: 'asc' } as const
  const [rules, environments] = await Promise.all([freshnessAt(org, now), listStatuses(org, order)])
  const fresh = environments.filter(
    (row) => row.type !== 'logical' && !isStale(staleAt(row, rules), now),
  )
  const ids = fresh.map(({ id }) => id)
  const qualified = await countQualified(org, ids, rules)
  return qualified.reduce((sum, { by_exception }) => sum + by_exception, 0)
}
