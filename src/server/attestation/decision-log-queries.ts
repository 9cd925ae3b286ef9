import { type RawBuilder, sql } from 'kysely'
import { edgesOf, dayOf } from '../database/day-page.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Place } from '../database/paging.ts'
import { ownColumns, withNames } from './queries.ts'

/** Which decisions are wanted; nothing of a kind means any. Instants in Unix seconds, both included. */
export interface DecisionFilters {
  controls: readonly string[]
  flowNames: readonly string[]
  compliant: boolean | null
  fingerprint: string | null
  from: number | null
  to: number | null
}

const and = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** Flows in use: those of some names, or all. */
const flowsIn = (org: OrgDatabase, names: readonly string[]) =>
  sql`select id from flow where org_id = ${org.orgId} and archived_at is null
    and ${names.length > 0 ? sql`name = any(${names})` : sql`true`}`

/** What is asked of a row `decision`, apart from its control and flow. */
function matches(org: OrgDatabase, filters: DecisionFilters): RawBuilder<unknown> {
  const { compliant, fingerprint } = filters
  return and([
    sql`decision.org_id = ${org.orgId} and decision.control is not null`,
    // In the text: only so is the index of non-compliant ones known to serve.
    ...(compliant === null
      ? []
      : [compliant ? sql`decision.is_compliant` : sql`not decision.is_compliant`]),
    ...(fingerprint ? [sql`decision.fingerprint = ${fingerprint}`] : []),
  ])
}

function isBetween({ from, to }: DecisionFilters): RawBuilder<unknown> {
  const after = from === null ? sql`true` : sql`decision.created_at >= ${from}`
  const before = to === null ? sql`true` : sql`decision.created_at <= ${to}`
  return sql`${after} and ${before}`
}

/**
 * Ids of the newest matching decisions older than a place. Each flow and control that is asked for
 * gives its own newest ones, so that it costs what a page costs, however many there are.
 */
async function listIds(
  org: OrgDatabase,
  filters: DecisionFilters,
  place: Place | null,
  limit: number,
): Promise<string[]> {
  const { controls, flowNames } = filters
  const sources = [
    ...(flowNames.length > 0 ? [sql`(${flowsIn(org, flowNames)}) as wanted_flow`] : []),
    ...(controls.length > 0 ? [sql`unnest(${controls}::text[]) as wanted(control)`] : []),
  ]
  const inFlow =
    flowNames.length > 0
      ? sql`decision.flow_id = wanted_flow.id`
      : sql`decision.flow_id not in (
          select id from flow where org_id = ${org.orgId} and archived_at is not null)`
  const ofControl = controls.length > 0 ? sql`decision.control = wanted.control` : sql`true`
  const isOlder = place
    ? sql`(decision.created_at, decision.id) < (${place.created_at}, ${place.id})`
    : sql`true`
  const newest = sql`
    select decision.id, decision.created_at from attestation as decision
    where ${and([matches(org, filters), isBetween(filters), inFlow, ofControl, isOlder])}
    order by decision.created_at desc, decision.id desc
    limit ${sql.lit(limit)}`
  const from = sql.join([...sources, sql`lateral (${newest}) as newest`], sql` cross join `)
  const rows = await org.rowsOf(sql<{ id: string }>`
    select newest.id from ${from}
    order by newest.created_at desc, newest.id desc
    limit ${sql.lit(limit)}`)
  return rows.map(({ id }) => id)
}

/** The newest matching decisions older than a place, with the names of their flows and trails. */
export async function listDecisionRows(
  org: OrgDatabase,
  filters: DecisionFilters,
  place: Place | null,
  limit: number,
) {
  const ids = await listIds(org, filters, place, limit)
  const chosen = org
    .selectFrom('attestation')
    .select(ownColumns)
    .where(sql<boolean>`attestation.id = any(${ids})`)
  return withNames(org, chosen).execute()
}

/** A decision by its id, in an archived flow too; undefined for other attestations. */
export function findDecisionRow(org: OrgDatabase, id: string) {
  const chosen = org
    .selectFrom('attestation')
    .select(ownColumns)
    .where('attestation.id', '=', id)
    .where('attestation.control', 'is not', null)
  return withNames(org, chosen).executeTakeFirst()
}

/** How many decisions of each verdict a day has; days since 1970, UTC. */
export interface DecisionCount {
  day: number
  is_compliant: boolean
  count: number
}

/** Decisions by day and verdict within an instant and another, one by one. */
function countRows(org: OrgDatabase, filters: DecisionFilters, holds: RawBuilder<unknown>) {
  const { controls, flowNames } = filters
  return org.rowsOf(sql<DecisionCount>`
    select floor(decision.created_at / 86400)::integer as day, decision.is_compliant,
      count(*)::integer as count
    from attestation as decision
    where ${matches(org, filters)} and ${holds}
      and decision.flow_id = any(array(${flowsIn(org, flowNames)}))
      and ${controls.length > 0 ? sql`decision.control = any(${controls})` : sql`true`}
    group by 1, 2`)
}

/** The counts of whole days, which are kept, and what is not folded into them yet. */
function countWhole(org: OrgDatabase, filters: DecisionFilters & { from: number; to: number }) {
  const { controls, flowNames, compliant, from, to } = filters
  const isCounted = sql`counted.org_id = ${org.orgId} and counted.flow_id = flow.id
    and counted.day > ${dayOf(from)} and counted.day < ${dayOf(to)}
    and ${controls.length > 0 ? sql`counted.control = any(${controls})` : sql`counted.control is not null`}
    and ${compliant === null ? sql`true` : sql`counted.is_compliant = ${compliant}`}`
  return org.rowsOf(sql<DecisionCount>`
    select counted.day, counted.is_compliant, sum(counted.count)::integer as count
    from (${flowsIn(org, flowNames)}) as flow
    cross join lateral (
      select day, is_compliant, count from decision_tally as counted where ${isCounted}
      union all
      select day, is_compliant, amount from attestation_delta as counted where ${isCounted}
    ) as counted
    group by 1, 2`)
}

/** How many matching decisions each day of a window has; of its edges they are counted themselves. */
export async function countDecisions(
  org: OrgDatabase,
  filters: DecisionFilters & { from: number; to: number },
): Promise<DecisionCount[]> {
  if (filters.fingerprint) return countRows(org, filters, isBetween(filters))
  const edges = edgesOf(sql.ref('decision.created_at'), filters.from, filters.to)
  const counts = await Promise.all([
    countWhole(org, filters),
    ...edges.map(({ holds }) => countRows(org, filters, holds)),
  ])
  return counts.flat()
}
