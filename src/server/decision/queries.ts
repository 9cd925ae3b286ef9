import { type RawBuilder, sql } from 'kysely'
import type { QueryOf } from '#contract/common/endpoint.ts'
import type { listDecisions } from '#contract/decision/decision.ts'
import { flowsOf, isOfFlowInView } from '#server/attestation/filter-queries.ts'
import type { AttestationPage } from '#server/attestation/list-queries.ts'
import { isInView } from '#server/database/conditions.ts'
import {
  type Cursor,
  type DayCount,
  isChosen,
  isOneOf,
  type PageOf,
  type PagePosition,
  isWholeDay,
  partialDaysOf,
  positionedPage,
  seekPage,
  seekPageFromOldest,
  sliceRows,
  sqlDayOf,
  totalOf,
} from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { attestations, ownColumns, withNames } from '#server/database/shared-selects.ts'

/** Filters of decisions; an empty one matches any. Instants in Unix seconds, both included. */
export interface DecisionFilters {
  controls: readonly string[]
  flowNames: readonly string[]
  compliant: boolean | null
  fingerprint: string | null
  from: number | null
  to: number | null
}

const and = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)

/** The flows in view: those of some names, or all. */
const flowsIn = (org: OrgDatabase, names: readonly string[]) =>
  sql`select id from flow where org_id = ${org.orgId} and ${isInView(org, 'flow.archived_at')}
    and ${names.length > 0 ? sql`name = any(${names})` : sql`true`}`

/** Conditions on a row `decision`, except for its control and flow. */
function matches(org: OrgDatabase, filters: DecisionFilters): RawBuilder<unknown> {
  const { compliant, fingerprint } = filters
  return and([
    sql`decision.org_id = ${org.orgId} and decision.control is not null`,
    // Literal, so that the partial index on non-compliant ones is used.
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
 * Ids of the newest matching decisions older than a cursor. The newest ones of each flow and
 * control in question, or of each archived flow if only those are in view, are read, so that it
 * costs what a page costs, however many there are.
 */
async function listIds(
  org: OrgDatabase,
  filters: DecisionFilters,
  after: Cursor | null,
  limit: number,
): Promise<string[]> {
  const { controls, flowNames } = filters
  const isByFlow = flowNames.length > 0 || org.archived === 'only'
  const sources = [
    ...(isByFlow ? [sql`(${flowsIn(org, flowNames)}) as wanted_flow`] : []),
    ...(controls.length > 0 ? [sql`unnest(${controls}::text[]) as wanted(control)`] : []),
  ]
  const inAny =
    org.archived === 'include'
      ? sql`true`
      : sql`decision.flow_id not in (
          select id from flow where org_id = ${org.orgId} and archived_at is not null)`
  const inFlow = isByFlow ? sql`decision.flow_id = wanted_flow.id` : inAny
  const ofControl = controls.length > 0 ? sql`decision.control = wanted.control` : sql`true`
  const isOlder = after
    ? sql`(decision.created_at, decision.id) < (${after.created_at}, ${after.id})`
    : sql`true`
  const newest = sql`
    select decision.id, decision.created_at from attestation as decision
    where ${and([matches(org, filters), isBetween(filters), inFlow, ofControl, isOlder])}
    order by decision.created_at desc, decision.id desc
    limit ${sql.lit(limit)}`
  const from = sql.join([...sources, sql`lateral (${newest}) as newest`], sql` cross join `)
  const rows = await org.query(sql<{ id: string }>`
    select newest.id from ${from}
    order by newest.created_at desc, newest.id desc
    limit ${sql.lit(limit)}`)
  return rows.map(({ id }) => id)
}

/** The newest matching decisions older than a cursor, with the names of their flows and trails. */
export async function listDecisionRows(
  org: OrgDatabase,
  filters: DecisionFilters,
  after: Cursor | null,
  limit: number,
) {
  const ids = await listIds(org, filters, after, limit)
  const chosen = attestations(org).where(sql<boolean>`attestation.id = any(${ids})`)
  return withNames(org, chosen).execute()
}

/** Finds a decision by its id, in an archived flow too; undefined for other attestations. */
export function findDecisionRow(org: OrgDatabase, id: string) {
  const chosen = attestations(org)
    .where('attestation.id', '=', id)
    .where('attestation.control', 'is not', null)
  return withNames(org, chosen).executeTakeFirst()
}

/** Number of decisions of a verdict on a day; days since 1970, UTC. */
interface DecisionCount {
  day: number
  is_compliant: boolean
  count: number
}

/** Counts decisions by day and verdict between two instants, row by row. */
function countRows(org: OrgDatabase, filters: DecisionFilters, holds: RawBuilder<unknown>) {
  const { controls, flowNames } = filters
  return org.query(sql<DecisionCount>`
    select ${sqlDayOf(sql.ref('decision.created_at'))} as day, decision.is_compliant,
      count(*)::integer as count
    from attestation as decision
    where ${matches(org, filters)} and ${holds}
      and decision.flow_id = any(array(${flowsIn(org, flowNames)}))
      and ${controls.length > 0 ? sql`decision.control = any(${controls})` : sql`true`}
    group by 1, 2`)
}

/** Reads the counts of whole days, stored ones and pending deltas. */
function countWhole(org: OrgDatabase, filters: DecisionFilters & { from: number; to: number }) {
  const { controls, flowNames, compliant, from, to } = filters
  const isCounted = sql`counted.org_id = ${org.orgId} and counted.flow_id = flow.id
    and ${isWholeDay(sql.ref('counted.day'), from, to)}
    and ${controls.length > 0 ? sql`counted.control = any(${controls})` : sql`counted.control is not null`}
    and ${compliant === null ? sql`true` : sql`counted.is_compliant = ${compliant}`}`
  return org.query(sql<DecisionCount>`
    select counted.day, counted.is_compliant, sum(counted.count)::integer as count
    from (${flowsIn(org, flowNames)}) as flow
    cross join lateral (
      select day, is_compliant, count from decision_tally as counted where ${isCounted}
      union all
      select day, is_compliant, amount from attestation_delta as counted where ${isCounted}
    ) as counted
    group by 1, 2`)
}

/** Counts matching decisions on each day of a window; at its edges row by row. */
export async function countDecisions(
  org: OrgDatabase,
  filters: DecisionFilters & { from: number; to: number },
): Promise<DecisionCount[]> {
  if (filters.fingerprint) return countRows(org, filters, isBetween(filters))
  const edges = partialDaysOf(sql.ref('decision.created_at'), filters.from, filters.to)
  const counts = await Promise.all([
    countWhole(org, filters),
    ...edges.map(({ holds }) => countRows(org, filters, holds)),
  ])
  return counts.flat()
}

type Filters = Partial<Omit<QueryOf<typeof listDecisions>, 'page' | 'per_page' | 'archived'>> & {
  control: string
}

/**
 * One flow by equality, and without one checked row by row, so that the order of an index serves
 * the list.
 */
function inFlows(org: OrgDatabase, filters: Filters) {
  const flowId = sql.ref('attestation.flow_id')
  const flows = flowsOf(org, filters).select('flow.id')
  if (filters.flow_name?.length === 1) return sql<boolean>`${flowId} = (${flows})`
  if (filters.flow_name?.length || org.archived === 'only') {
    return sql<boolean>`${flowId} = any(array(${flows}))`
  }
  return isOfFlowInView(org)
}

function decisionsMatching(org: OrgDatabase, filters: Filters) {
  const { control, compliant, fingerprint } = filters
  let query = org
    .selectFrom('attestation')
    .where('attestation.control', '=', control)
    .where(inFlows(org, filters))
  if (compliant != null) {
    // Literal, so that the partial index on non-compliant ones is used.
    query = query.where('attestation.is_compliant', '=', sql.lit(compliant))
  }
  return fingerprint?.length ? query.where(isOneOf('attestation.fingerprint', fingerprint)) : query
}

/** Counts matching decisions by day, newest day first; those of an artifact are few. */
function daysOfDecisions(org: OrgDatabase, filters: Filters): Promise<DayCount[]> {
  const { control, compliant } = filters
  if (filters.fingerprint?.length) {
    return decisionsMatching(org, filters)
      .select([
        sqlDayOf(sql.ref('attestation.created_at')).as('day'),
        sql<number>`count(*)::integer`.as('count'),
      ])
      .groupBy('day')
      .orderBy('day', 'desc')
      .execute()
  }
  const isCounted = (table: string) => {
    const column = (name: string) => sql.ref(`${table}.${name}`)
    const ofFlow = sql`${column('org_id')} = ${org.orgId} and ${column('flow_id')} = flow.id`
    const ofVerdict =
      compliant == null ? sql`true` : sql`${column('is_compliant')} = ${sql.lit(compliant)}`
    return sql<boolean>`${ofFlow} and ${column('control')} = ${control} and ${ofVerdict}`
  }
  return flowsOf(org, filters)
    .innerJoinLateral(
      (from) => {
        const folded = from
          .selectFrom('decision_tally')
          .select(['day', 'count'])
          .where(isCounted('decision_tally'))
        const waiting = from
          .selectFrom('attestation_delta')
          .select(['day', 'amount as count'])
          .where(isCounted('attestation_delta'))
        return folded.unionAll(waiting).as('counted')
      },
      (join) => join.onTrue(),
    )
    .select((select) => [
      'counted.day',
      sql<number>`${select.fn.sum('counted.count')}::integer`.as('count'),
    ])
    .groupBy('counted.day')
    .orderBy('counted.day', 'desc')
    .execute()
}

async function decisionsAt(
  org: OrgDatabase,
  filters: Filters,
  page: PageOf,
  position: PagePosition,
) {
  const matching = decisionsMatching(org, filters).select('attestation.id')
  const ids = positionedPage(matching, 'attestation', page.per_page, position)
  const chosen = attestations(org).where(isChosen('attestation.id', ids)).offset(sql.lit(0))
  return withNames(org, chosen).execute()
}

/** One page of matching decisions, by time; a deep one costs what the first one costs. */
export async function pageOfDecisions(
  org: OrgDatabase,
  filters: Filters,
  page: PageOf,
): Promise<AttestationPage> {
  const order = filters.sort_direction ?? 'desc'
  const days = await daysOfDecisions(org, filters)
  const position = (order === 'desc' ? seekPage : seekPageFromOldest)(days, page)
  const rows = position ? await decisionsAt(org, filters, page, position) : []
  if (order === 'asc') rows.reverse()
  return {
    rows: position ? sliceRows(rows, position, order) : [],
    total: totalOf(days),
  }
}

/** Counts the decisions about a control, those in archived flows included. */
export const countDecisionsOf = async (org: OrgDatabase, control: string): Promise<number> =>
  totalOf(await daysOfDecisions(org.seeing('include'), { control }))

/** Finds a decision about a control by its id. */
export function findDecision(org: OrgDatabase, control: string, id: string) {
  const chosen = decisionsMatching(org, { control })
    .select(ownColumns)
    .where('attestation.id', '=', id)
  return withNames(org, chosen).executeTakeFirst()
}
