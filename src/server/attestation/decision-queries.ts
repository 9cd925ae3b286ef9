import { sql } from 'kysely'
import type { listDecisions } from '#contract/decision.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { isInView } from '../database/archive.ts'
import {
  type DayCount,
  type PagePlace,
  placeOfPage,
  placeOfPageFromOldest,
  rowsOfPlace,
} from '../database/day-page.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { isChosen, type PageOf } from '../database/paging.ts'
import type { AttestationPage } from './list-queries.ts'
import { ownColumns, withNames } from './queries.ts'

type Filters = Partial<Omit<QueryOf<typeof listDecisions>, 'page' | 'per_page'>> & {
  control: string
}

/** The flows in view whose decisions may match. */
function flowsOf(org: OrgDatabase, { flow_name }: Filters) {
  const inView = org.selectFrom('flow').where(isInView(org, 'flow.archived_at'))
  return flow_name?.length ? inView.where(sql<boolean>`flow.name = any(${flow_name})`) : inView
}

/**
 * One flow by equality, and without any told row by row: only so does the order of an index serve
 * the list.
 */
function inFlows(org: OrgDatabase, filters: Filters) {
  const flowId = sql.ref('attestation.flow_id')
  const flows = flowsOf(org, filters).select('flow.id')
  if (filters.flow_name?.length === 1) return sql<boolean>`${flowId} = (${flows})`
  if (filters.flow_name?.length) return sql<boolean>`${flowId} = any(array(${flows}))`
  const others = org
    .selectFrom('flow')
    .select('flow.id')
    .where((where) => where.not(isInView(org, 'flow.archived_at')))
  return sql<boolean>`${flowId} not in (${others})`
}

function decisionsMatching(org: OrgDatabase, filters: Filters) {
  const { control, compliant, fingerprint } = filters
  let query = org
    .selectFrom('attestation')
    .where('attestation.control', '=', control)
    .where(inFlows(org, filters))
  if (compliant != null) {
    // In the text: only so is the index of non-compliant ones known to serve.
    query = query.where('attestation.is_compliant', '=', sql.lit(compliant))
  }
  return fingerprint ? query.where('attestation.fingerprint', '=', fingerprint) : query
}

/** How many matching decisions each day has, newest day first; an artifact's are few. */
function daysOfDecisions(org: OrgDatabase, filters: Filters): Promise<DayCount[]> {
  const { control, compliant } = filters
  if (filters.fingerprint) {
    return decisionsMatching(org, filters)
      .select([
        sql<number>`floor(attestation.created_at / 86400)::integer`.as('day'),
        sql<number>`count(*)::integer`.as('count'),
      ])
      .groupBy('day')
      .orderBy('day', 'desc')
      .execute()
  }
  const isCounted = (table: string) => {
    const column = (name: string) => sql.ref(`${table}.${name}`)
    const ofFlow = sql`${column('org_id')} = flow.org_id and ${column('flow_id')} = flow.id`
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

async function decisionsAt(org: OrgDatabase, filters: Filters, page: PageOf, place: PagePlace) {
  const ids = decisionsMatching(org, filters)
    .select('attestation.id')
    .where('attestation.created_at', '>=', place.from)
    .where('attestation.created_at', '<', place.before)
    .orderBy('attestation.created_at', place.walk)
    .orderBy('attestation.id', place.walk)
    .limit(sql.lit(page.per_page))
    .offset(place.offset)
  const chosen = org
    .selectFrom('attestation')
    .select(ownColumns)
    .where(isChosen('attestation.id', ids))
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
  const place = (order === 'desc' ? placeOfPage : placeOfPageFromOldest)(days, page)
  const rows = place ? await decisionsAt(org, filters, page, place) : []
  if (order === 'asc') rows.reverse()
  return {
    rows: place ? rowsOfPlace(rows, place, order) : [],
    total: days.reduce((sum, { count }) => sum + count, 0),
  }
}

/** A decision about a control by its id. */
export function findDecision(org: OrgDatabase, control: string, id: string) {
  const chosen = decisionsMatching(org, { control })
    .select(ownColumns)
    .where('attestation.id', '=', id)
  return withNames(org, chosen).executeTakeFirst()
}
