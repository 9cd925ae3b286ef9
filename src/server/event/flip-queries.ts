import { sql } from 'kysely'
import type { VerdictFlip } from '#contract/event/event.ts'
import type { ReportingRules } from '#domain/environment/stale-report.ts'
import type { EvidenceLimits } from '#domain/verdict/evidence-age.ts'
import { type QualifierTotals, qualifiersOf } from '#domain/verdict/qualifiers.ts'
import { onOrgAnd } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { wasStale } from '#server/database/silences.ts'
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
  rules: ReportingRules & EvidenceLimits,
): Promise<{ flips: number; newest_flips: VerdictFlip[] }> {
  const at = sql.ref('snapshot.created_at')
  const rows = await flipsAmong(org, filters)
    .leftJoin('environment_state as s', onOrgAnd('s.environment_id', 'environment.id'))
    .select(['environment.name as environment_name', 'snapshot.index as snapshot_index'])
    .select(['snapshot.created_at as at', 'snapshot.state', 'snapshot.carriers'])
    .select(wasStale(org, { at, side: 'before' }, rules).as('was_stale'))
    .select(wasStale(org, { at, side: 'after' }, rules).as('is_stale'))
    .select(sql<number>`(count(*) over ())::integer`.as('count'))
    .orderBy('snapshot.created_at', 'desc')
    .orderBy('environment.name')
    .limit(sql.lit(maxFlips))
    .execute()
  const newest_flips = rows.map(({ count: _, carriers, ...flip }) => ({
    ...flip,
    qualifiers: qualifiersOf(carriers, { ...rules, now: flip.at }),
  }))
  return { flips: rows[0]?.count ?? 0, newest_flips }
}

/** A flip, with what carried the verdicts before and from then on, and whether they were known to hold. */
export interface FlipRow {
  environment_id: string
  index: number
  state: boolean | null
  carriers: QualifierTotals | null
  at: number
  is_stale: boolean
  previous_state: boolean | null
  previous_carriers: QualifierTotals | null
  previous_at: number
  was_stale: boolean
}

/** The flips among some snapshots; the first snapshot of an environment is none. */
export function listFlipsAmong(
  org: OrgDatabase,
  snapshots: readonly { environment_id: string; index: number }[],
  rules: ReportingRules,
): Promise<FlipRow[]> {
  const at = sql.ref('snapshot.created_at')
  return org.query(sql<FlipRow>`
    select snapshot.environment_id, snapshot.index, snapshot.state, snapshot.carriers,
      snapshot.created_at as at, ${wasStale(org, { at, side: 'after' }, rules)} as is_stale,
      previous.state as previous_state, previous.carriers as previous_carriers,
      previous.created_at as previous_at, ${wasStale(org, { at, side: 'before' }, rules)} as was_stale
    from unnest(${snapshots.map(({ environment_id }) => environment_id)}::text[],
      ${snapshots.map(({ index }) => index)}::integer[]) as wanted(environment_id, index)
    join snapshot on snapshot.org_id = ${org.orgId} and snapshot.is_flip
      and snapshot.environment_id = wanted.environment_id and snapshot.index = wanted.index
    join snapshot as previous on previous.org_id = snapshot.org_id
      and previous.environment_id = snapshot.environment_id
      and previous.index = snapshot.index - 1
    join environment on environment.org_id = snapshot.org_id
      and environment.id = snapshot.environment_id
    left join environment_state s on s.org_id = snapshot.org_id
      and s.environment_id = snapshot.environment_id`)
}
