import { type RawBuilder, sql } from 'kysely'
import { isInView } from '../database/archive.ts'
import { dayOf, edgesOf } from '../database/day-page.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import { conditionsOf, type Filters, isOneOf, isOverridden } from './filter-queries.ts'

/** What attestations are counted by; days since 1970, UTC. */
export type CountedBy = 'flow_name' | 'day' | 'name' | 'type' | 'is_compliant' | 'reported_by'

const and = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)
const list = (columns: readonly RawBuilder<unknown>[]) => sql.join(columns)
const groupedBy = (columns: readonly RawBuilder<unknown>[]) =>
  columns.length > 0 ? sql`group by ${list(columns)}` : sql``

const ofFlow = sql`counted.org_id = flow.org_id and counted.flow_id = flow.id`

/**
 * What the flow at hand has by some fields. Whole days are counted already; of the days in which
 * the time range begins and ends the rows themselves are.
 */
function countsOfFlow(filters: Filters, fields: readonly CountedBy[]) {
  const { from_timestamp: from = null, to_timestamp: to = null } = filters
  const isByTime = from !== null || to !== null || fields.includes('day')
  const columns = fields.map((field) => sql`counted.${sql.ref(field)}`)
  const matching = [ofFlow, ...conditionsOf('counted', filters)]
  // As bigint: a time far away is a day that no integer holds.
  const isWhole = [
    ...(from === null ? [] : [sql`counted.day > ${dayOf(from)}::bigint`]),
    ...(to === null ? [] : [sql`counted.day < ${dayOf(to)}::bigint`]),
  ]
  const folded = sql.table(isByTime ? 'attestation_tally' : 'attestation_total')
  const edges = edgesOf(sql.ref('counted.created_at'), from, to).map(({ day, holds }) => {
    const ofDay = fields.map((field, index) =>
      field === 'day' ? sql`${day}::bigint as day` : columns[index]!,
    )
    const grouping = columns.filter((_column, index) => fields[index] !== 'day')
    return sql`
      select ${list([...ofDay, sql`count(*)::integer as count`])}
      from attestation as counted where ${and([...matching, holds])} ${groupedBy(grouping)}`
  })
  return sql.join(
    [
      sql`select ${list([...columns, sql`counted.count`])}
        from ${folded} as counted where ${and([...matching, ...isWhole])}`,
      sql`select ${list([...columns, sql`counted.amount`])}
        from attestation_delta as counted where ${and([...matching, ...isWhole])}`,
      ...edges,
    ],
    sql` union all `,
  )
}

/** What overrides stand upon, by some fields: counted one by one, there are few. */
function countsOfOverridden(org: OrgDatabase, filters: Filters, by: readonly CountedBy[]) {
  const { from_timestamp: from = null, to_timestamp: to = null } = filters
  const columns = by.map((field) =>
    field === 'flow_name'
      ? sql`flow.name as flow_name`
      : field === 'day'
        ? sql`floor(attestation.created_at / 86400)::bigint as day`
        : sql`attestation.${sql.ref(field)}`,
  )
  const amount = filters.overridden ? sql`1 as count` : sql`-1 as count`
  return sql`
    select ${list([...columns, amount])} from attestation
    join flow on flow.org_id = attestation.org_id and flow.id = attestation.flow_id
    where ${and([
      sql`attestation.org_id = ${org.orgId}`,
      isOverridden(org),
      inFlows(org, filters),
      ...conditionsOf('attestation', filters),
      ...(from === null ? [] : [sql`attestation.created_at >= ${from}`]),
      ...(to === null ? [] : [sql`attestation.created_at <= ${to}`]),
    ])}`
}

const inFlows = (org: OrgDatabase, { flow_name }: Filters) =>
  and([
    isInView(org, 'flow.archived_at'),
    ...(flow_name?.length ? [isOneOf('flow.name', flow_name)] : []),
  ])

/** Matching attestations by some of their fields, with their `count`, which is never 0. */
export function countsOf(
  org: OrgDatabase,
  filters: Filters,
  by: readonly CountedBy[],
): RawBuilder<unknown> {
  const fields = by.filter((field) => field !== 'flow_name')
  const columns = by.map((field) =>
    field === 'flow_name' ? sql`flow.name as flow_name` : sql`counted.${sql.ref(field)}`,
  )
  const all = sql`
    select ${list([...columns, sql`counted.count`])} from flow
    cross join lateral (${countsOfFlow(filters, fields)}) as counted
    where flow.org_id = ${org.orgId} and ${inFlows(org, filters)}`
  const parts = [
    ...(filters.overridden === true ? [] : [all]),
    ...(filters.overridden == null ? [] : [countsOfOverridden(org, filters, by)]),
  ]
  const named = by.map((field) => sql.ref(field))
  return sql`
    select ${list([...named, sql`sum(count)::integer as count`])}
    from (${sql.join(parts, sql` union all `)}) as counted
    ${groupedBy(named)} having sum(count) > 0`
}
