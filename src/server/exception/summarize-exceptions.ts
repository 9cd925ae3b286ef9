import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { summarizeExceptions as endpoint } from '#contract/exception/exception.ts'
import { exceptionKinds } from '#contract/exception/exception.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { countByKindAndEnd } from './register-queries.ts'
import { countCarried } from './reliance-queries.ts'

/** Counts the exceptions in force, and what complies only by them. */
export async function summarizeExceptions(
  org: OrgDatabase,
  now: number,
): Promise<ResponseOf<typeof endpoint>> {
  const [carried, counts] = await Promise.all([countCarried(org), countByKindAndEnd(org, now)])
  const sum = (rows: typeof counts) => rows.reduce((total, { count }) => total + count, 0)
  const standing = counts.filter(({ state }) => state !== 'requested')
  const ofKind = (kind: (typeof exceptionKinds)[number]) =>
    sum(standing.filter((row) => row.kind === kind))
  const ending = standing.filter(({ kind }) => kind === 'override' || kind === 'allow_list')
  return {
    artifacts: { by_exception: carried.artifacts, running: carried.running },
    environments: { by_exception: carried.environments, total: carried.total },
    in_force: {
      override: ofKind('override'),
      allow_list: ofKind('allow_list'),
      policy: ofKind('policy'),
      snooze: ofKind('snooze'),
    },
    without_end: sum(ending.filter(({ has_end }) => !has_end)),
    ending_within_week: sum(standing.filter(({ state }) => state === 'expiring')),
    never_reviewed: sum(standing.filter((row) => row.kind !== 'snooze' && !row.is_reviewed)),
    requested: sum(counts.filter(({ state }) => state === 'requested')),
  }
}
