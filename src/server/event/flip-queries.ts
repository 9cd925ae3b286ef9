import { sql } from 'kysely'
import type { VerdictFlip } from '#contract/event/event.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { qualifiersOf } from '#domain/verdict/qualifiers.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import {
  environmentsOf,
  hasVerdict,
  type LogFilters,
  type LogStretch,
  matches,
} from './log-queries.ts'

/**
 * Snapshots in which a verdict flipped and an event happened that matches. Logical environments are
 * left out: their members' flips are those that events tell of.
 */
function flipsAmong(org: OrgDatabase, filters: LogFilters) {
  const { from, to } = filters
  const after = from === null ? sql`true` : sql`snapshot.created_at >= ${from}`
  const before = to === null ? sql`true` : sql`snapshot.created_at <= ${to}`
  return environmentsOf(org, filters.environmentIds)
    .innerJoin('snapshot', onOrgAnd('snapshot.environment_id', 'environment.id'))
    .where(sql<boolean>`snapshot.is_flip and ${after} and ${before}`)
    .where('environment.type', '!=', 'logical')
    .where('snapshot.index', '>', 1)
    .where(hasVerdict('snapshot.state', filters.verdicts))
    .where(
      sql<boolean>`exists (select 1 from environment_event
        where environment_event.org_id = ${org.orgId}
          and environment_event.environment_id = snapshot.environment_id
          and environment_event.snapshot_index = snapshot.index and ${matches(org, { ...filters, verdicts: [] })})`,
    )
}

/** The snapshots nearest to a position in which a verdict flipped, with the state that came. */
export function listFlips(
  org: OrgDatabase,
  filters: LogFilters,
  { position, side, isInclusive, limit }: LogStretch,
) {
  const isOlder = side === 'older'
  const compare = sql.raw((isOlder ? '<' : '>') + (isInclusive ? '=' : ''))
  const isBeyond = !position
    ? sql`true`
    : position.snapshot
      ? sql`(snapshot.created_at, snapshot.environment_id, snapshot.index)
          ${compare} (${position.recorded_at}, ${position.snapshot.environment_id}, ${position.snapshot.index})`
      : sql`snapshot.created_at ${sql.raw(isOlder ? '<=' : '>')} ${position.recorded_at}`
  const direction = isOlder ? 'desc' : 'asc'
  return flipsAmong(org, filters)
    .select(['snapshot.environment_id', 'snapshot.index', 'snapshot.state as flippedTo'])
    .where(sql<boolean>`${isBeyond}`)
    .orderBy('snapshot.created_at', direction)
    .orderBy('snapshot.environment_id', direction)
    .orderBy('snapshot.index', direction)
    .limit(sql.lit(limit))
    .execute()
}

/** Flips that are listed; all are counted. */
export const maxFlips = 200

/** How often verdicts of environments flipped in a window, and the newest flips. */
export async function findFlips(
  org: OrgDatabase,
  filters: LogFilters,
  limits: EvidenceLimits,
): Promise<{ flips: number; newest_flips: VerdictFlip[] }> {
  const rows = await flipsAmong(org, filters)
    .select(['environment.name as environment_name', 'snapshot.index as snapshot_index'])
    .select(['snapshot.created_at as at', 'snapshot.state', 'snapshot.carriers'])
    .select(sql<number>`(count(*) over ())::integer`.as('count'))
    .orderBy('snapshot.created_at', 'desc')
    .orderBy('environment.name')
    .limit(sql.lit(maxFlips))
    .execute()
  const newest_flips = rows.map(({ count: _, carriers, ...flip }) => ({
    ...flip,
    qualifiers: qualifiersOf(carriers, { ...limits, now: flip.at }),
    is_stale: false,
  }))
  return { flips: rows[0]?.count ?? 0, newest_flips }
}
