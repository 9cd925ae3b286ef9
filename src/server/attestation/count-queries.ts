import { type RawBuilder, sql, type ExpressionBuilder } from 'kysely'
import { isInView } from '#server/database/conditions.ts'
import { isOneOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { dayOf, partialDaysOf, type DayCount } from '#server/database/seek-page.ts'
import type { Tables } from '#server/database/tables.ts'
import { type Filters, conditionsOf, isOverridden, flowsOf } from './filter-queries.ts'

/** Fields by which attestations are counted; days since 1970, UTC. */
export type CountedBy = 'flow_name' | 'day' | 'name' | 'type' | 'is_compliant' | 'reported_by'

const and = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)
const list = (columns: readonly RawBuilder<unknown>[]) => sql.join(columns)
const groupedBy = (columns: readonly RawBuilder<unknown>[]) =>
  columns.length > 0 ? sql`group by ${list(columns)}` : sql``

const ofFlow = sql`counted.org_id = flow.org_id and counted.flow_id = flow.id`

/**
 * Counts of the joined flow by some fields. Whole days are counted already; of the days in which
 * the time range begins and ends, rows are counted.
 */
function countsOfFlow(filters: Filters, fields: readonly CountedBy[]) {
  const { from_timestamp: from = null, to_timestamp: to = null } = filters
  const isByTime = from !== null || to !== null || fields.includes('day')
  const columns = fields.map((field) => sql`counted.${sql.ref(field)}`)
  const matching = [ofFlow, ...conditionsOf('counted', filters)]
  // As bigint: a time far away is a day beyond the range of integer.
  const isWhole = [
    ...(from === null ? [] : [sql`counted.day > ${dayOf(from)}::bigint`]),
    ...(to === null ? [] : [sql`counted.day < ${dayOf(to)}::bigint`]),
  ]
  const folded = sql.table(isByTime ? 'attestation_tally' : 'attestation_total')
  const edges = partialDaysOf(sql.ref('counted.created_at'), from, to).map(({ day, holds }) => {
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

/** Counts of overridden attestations by some fields: rows are counted, as they are few. */
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

/** Counts matching attestations by some of their fields; no `count` is 0. */
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

/**
 * Commits of trails, artifacts and attestations that are, or begin with, one of some texts of
 * lower-case hex: the first ones of each in order.
 */
export function findCommits(org: OrgDatabase, asked: readonly string[], limit: number) {
  const sources = [
    ['trail', 'commit_sha'],
    ['artifact', 'git_commit'],
    ['attestation', 'commit_sha'],
  ].map(([table = '', name = '']) => {
    const column = sql.ref(`source.${name}`)
    // "g" is the first text after every one with this beginning.
    return sql`(select distinct ${column} as match from ${sql.table(table)} as source
      where source.org_id = ${org.orgId} and ${column} >= wanted.asked
        and ${column} < wanted.asked || 'g'
      order by 1 limit ${sql.lit(limit)})`
  })
  return org.query(sql<{ asked: string; match: string }>`
    select wanted.asked, found.match from unnest(${asked}::text[]) as wanted(asked)
    cross join lateral (
      select distinct match from (${sql.join(sources, sql` union all `)}) as one
      order by match limit ${sql.lit(limit)}) as found
    order by wanted.asked, found.match`)
}

/** Number of attestations with a value of a field, under the filters of all other fields. */
export interface FacetRow {
  facet: 'flow_name' | 'attestation_name' | 'attestation_type' | 'reported_by' | 'is_compliant'
  value: string
  compliant: number
  non_compliant: number
}

/**
 * Counts the values of every field, the most frequent first; those of `is_compliant` are one row.
 */
export function countFacets(org: OrgDatabase, filters: Filters): Promise<FacetRow[]> {
  const { from_timestamp, to_timestamp, overridden, ...own } = filters
  const { flow_name, attestation_name, attestation_type, is_compliant, reported_by } = own
  const passes: Record<FacetRow['facet'], RawBuilder<boolean>[]> = {
    flow_name: flow_name?.length ? [isOneOf('counted.flow_name', flow_name)] : [],
    attestation_name: conditionsOf('counted', { attestation_name }),
    attestation_type: conditionsOf('counted', { attestation_type }),
    reported_by: conditionsOf('counted', { reported_by }),
    is_compliant: conditionsOf('counted', { is_compliant }),
  }
  const byOthers = (facet: FacetRow['facet']) => {
    const others = Object.entries(passes).flatMap(([name, one]) => (name === facet ? [] : one))
    return others.length > 0 ? sql.join(others, sql` and `) : sql`true`
  }
  const facet = (name: FacetRow['facet'], value: RawBuilder<unknown>) =>
    sql`(${sql.lit(name)}, ${value}, ${byOthers(name)})`
  const counted = countsOf(org, { from_timestamp, to_timestamp, overridden }, [
    'flow_name',
    'name',
    'type',
    'is_compliant',
    'reported_by',
  ])
  return org.query(sql<FacetRow>`
    with counted as materialized (${counted})
    select facet, value,
      coalesce(sum(count) filter (where is_compliant), 0)::integer as compliant,
      coalesce(sum(count) filter (where not is_compliant), 0)::integer as non_compliant
    from counted cross join lateral (values ${sql.join([
      facet('flow_name', sql`counted.flow_name`),
      facet('attestation_name', sql`counted.name`),
      facet('attestation_type', sql`counted.type`),
      facet('reported_by', sql`counted.reported_by`),
      facet('is_compliant', sql`''`),
    ])}) as faceted (facet, value, passes)
    where passes group by facet, value
    order by facet, sum(count) desc, value`)
}

/** Counts matching attestations. */
export async function countMatching(org: OrgDatabase, filters: Filters): Promise<number> {
  const [row] = await org.query(sql<{ count: number }>`${countsOf(org, filters, [])}`)
  return row?.count ?? 0
}

/** Statement that counts one attestation: folded into the totals later, exact at once. */
export function countAttestation(
  org: OrgDatabase,
  counted: {
    id: string
    flow_id: string
    name: string
    type: string
    is_compliant: boolean
    /** For a decision. */
    control: string | null
    reported_by: string
    created_at: number
  },
) {
  const { created_at, ...row } = counted
  return org.insertInto('attestation_delta', { ...row, day: dayOf(created_at), amount: 1 })
}

const columns = ['name', 'type', 'is_compliant', 'reported_by'] as const

/** Condition that a row of counts matches the filters in the joined flow. */
function isCounted(table: string, filters: Filters) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const ofFlow = sql`${column('org_id')} = flow.org_id and ${column('flow_id')} = flow.id`
  return sql<boolean>`${sql.join([ofFlow, ...conditionsOf(table, filters)], sql` and `)}`
}

/**
 * Total of matching attestations of the joined flow without a time range: folded and pending ones.
 */
export function totalOfFlow(from: ExpressionBuilder<Tables, 'flow'>, filters: Filters) {
  const folded = from
    .selectFrom('attestation_total')
    .select((select) => select.fn.sum<number>('count').as('n'))
    .where(isCounted('attestation_total', filters))
  const waiting = from
    .selectFrom('attestation_delta')
    .select((select) => select.fn.sum<number>('amount').as('n'))
    .where(isCounted('attestation_delta', filters))
  return sql<number>`(coalesce(${folded}, 0) + coalesce(${waiting}, 0))::integer`
}

/** Total of matching attestations without a time range. */
export async function totalOfAttestations(org: OrgDatabase, filters: Filters): Promise<number> {
  const { total } = await flowsOf(org, filters)
    .select((from) =>
      sql<number>`coalesce(sum(${totalOfFlow(from, filters)}), 0)::integer`.as('total'),
    )
    .executeTakeFirstOrThrow()
  return total
}

/** Counts matching attestations by day, newest day first. */
export function daysOfAttestations(org: OrgDatabase, filters: Filters): Promise<DayCount[]> {
  return org.query(sql<DayCount>`${countsOf(org, filters, ['day'])} order by day desc`)
}

/** Counts matching attestations by day and verdict. */
export function verdictDaysOfAttestations(org: OrgDatabase, filters: Filters) {
  type Row = DayCount & { is_compliant: boolean }
  return org.query(sql<Row>`${countsOf(org, filters, ['day', 'is_compliant'])}`)
}

const batch = 10_000

/**
 * Folds pending deltas into the totals; readers see the same sum before and after.
 * @returns number of deltas folded; 0 also while another process folds
 */
export function foldAttestationCounts(org: OrgDatabase): Promise<number> {
  return org.transaction(async (tx) => {
    if (!(await tx.tryLock('fold attestations'))) return 0
    return tx.fold('attestation_delta', batch, [
      { into: 'attestation_tally', by: ['flow_id', 'day', ...columns] },
      { into: 'attestation_total', by: ['flow_id', ...columns] },
      { into: 'decision_tally', by: ['flow_id', 'control', 'day', 'is_compliant'], of: 'control' },
    ])
  })
}
