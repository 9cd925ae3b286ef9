import { type ExpressionBuilder, sql } from 'kysely'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { conditionsOf, type Filters, flowsOf } from './filter-queries.ts'

/** Condition that a row of counts matches the filters in the joined flow. */
function isCounted({ orgId }: OrgDatabase, table: string, filters: Filters) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const ofFlow = sql`${column('org_id')} = ${orgId} and ${column('flow_id')} = flow.id`
  return sql<boolean>`${sql.join([ofFlow, ...conditionsOf(table, filters)], sql` and `)}`
}

/**
 * Total of matching attestations of the joined flow without a time range: folded and pending ones.
 */
export function totalOfFlow(
  org: OrgDatabase,
  from: ExpressionBuilder<Tables, 'flow'>,
  filters: Filters,
) {
  const folded = from
    .selectFrom('attestation_total')
    .select((select) => select.fn.sum<number>('count').as('n'))
    .where(isCounted(org, 'attestation_total', filters))
  const waiting = from
    .selectFrom('attestation_delta')
    .select((select) => select.fn.sum<number>('amount').as('n'))
    .where(isCounted(org, 'attestation_delta', filters))
  return sql<number>`(coalesce(${folded}, 0) + coalesce(${waiting}, 0))::integer`
}

/** Query of the total of matching attestations without a time range. */
export function selectTotal(org: OrgDatabase, filters: Filters) {
  return flowsOf(org, filters).select((from) =>
    sql<number>`coalesce(sum(${totalOfFlow(org, from, filters)}), 0)::integer`.as('total'),
  )
}
