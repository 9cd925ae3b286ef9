import { type RawBuilder, sql, type ExpressionBuilder } from 'kysely'
import { fullType } from '#contract/attestation/types/kind.ts'
import { isInView } from '#server/database/conditions.ts'
import { foldDeltas } from '#server/database/fold-deltas.ts'
import {
  type DayCount,
  dayOf,
  isOneOf,
  isWholeDay,
  partialDaysOf,
  sqlDayOf,
} from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import type { Tables } from '#server/database/tables.ts'
import {
  type Filters,
  type RecordedUntil,
  conditionsOf,
  flowsOf,
  isSelective,
  rowConditions,
} from './filter-queries.ts'

/** Fields by which attestations are counted; days since 1970, UTC. */
export type CountedBy =
  | 'flow_name'
  | 'day'
  | 'name'
  | 'type'
  | 'is_compliant'
  | 'is_flipped'
  | 'is_override'
  | 'reported_by'

const and = (conditions: readonly RawBuilder<unknown>[]) => sql.join(conditions, sql` and `)
const list = (columns: readonly RawBuilder<unknown>[]) => sql.join(columns)
const groupedBy = (columns: readonly RawBuilder<unknown>[]) =>
  columns.length > 0 ? sql`group by ${list(columns)}` : sql``

/**
 * Counts of the joined flow by some fields. Whole days are counted already; of the days in which
 * the time range begins and ends, rows are counted.
 */
function countsOfFlow(org: OrgDatabase, filters: Filters, fields: readonly CountedBy[]) {
  const { from_timestamp: from = null, to_timestamp: to = null } = filters
  const isByTime = from !== null || to !== null || fields.includes('day')
  const columns = fields.map((field) => sql`counted.${sql.ref(field)}`)
  const ofFlow = sql`counted.org_id = ${org.orgId} and counted.flow_id = flow.id`
  const matching = [ofFlow, ...conditionsOf('counted', filters)]
  const isWhole = isWholeDay(sql.ref('counted.day'), from, to)
  const folded = sql.table(isByTime ? dayCountsFor(filters, fields) : 'attestation_total')
  const edges = partialDaysOf(sql.ref('counted.created_at'), from, to).map(({ day, holds }) => {
    const ofDay = fields.map((field, index) =>
      field === 'day' ? sql`${day}::integer as day` : columns[index]!,
    )
    const grouping = columns.filter((_column, index) => fields[index] !== 'day')
    return sql`
      select ${list([...ofDay, sql`count(*)::integer as count`])}
      from attestation as counted where ${and([...matching, holds])} ${groupedBy(grouping)}`
  })
  return sql.join(
    [
      sql`select ${list([...columns, sql`counted.count`])}
        from ${folded} as counted where ${and([...matching, isWhole])}`,
      sql`select ${list([...columns, sql`counted.amount`])}
        from attestation_delta as counted where ${and([...matching, isWhole])}`,
      ...edges,
    ],
    sql` union all `,
  )
}

/** The table of counts by day that has the fewest rows of those that know the names that are asked. */
const dayCountsFor = ({ attestation_name }: Filters, fields: readonly CountedBy[]) =>
  attestation_name?.length || fields.includes('name') ? 'attestation_tally' : 'attestation_day'

/** Counts of matching attestations by some fields, row by row, where they are few. */
function countsOfRows(
  org: OrgDatabase,
  filters: Filters,
  by: readonly CountedBy[],
  amount: 1 | -1,
) {
  const columns = by.map((field) =>
    field === 'flow_name'
      ? sql`flow.name as flow_name`
      : field === 'day'
        ? sql`${sqlDayOf(sql.ref('attestation.created_at'))} as day`
        : sql`attestation.${sql.ref(field)}`,
  )
  return sql`
    select ${list([...columns, sql`${sql.lit(amount)} as count`])} from attestation
    join flow on flow.org_id = attestation.org_id and flow.id = attestation.flow_id
    where ${and([
      sql`attestation.org_id = ${org.orgId}`,
      inFlows(org, filters),
      ...rowConditions(org, filters),
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
  if (filters.recorded && !isSelective(filters))
    return countsOfRecorded(org, filters.recorded, filters, by)
  const fields = by.filter((field) => field !== 'flow_name')
  const columns = by.map((field) =>
    field === 'flow_name' ? sql`flow.name as flow_name` : sql`counted.${sql.ref(field)}`,
  )
  const all = sql`
    select ${list([...columns, sql`counted.count`])} from flow
    cross join lateral (${countsOfFlow(org, filters, fields)}) as counted
    where flow.org_id = ${org.orgId} and ${inFlows(org, filters)}`
  const { overridden } = filters
  const overriddenAlone = { ...filters, overridden: true }
  const parts = isSelective(filters)
    ? [countsOfRows(org, filters, by, 1)]
    : [
        ...(overridden === true ? [] : [all]),
        ...(overridden == null
          ? []
          : [countsOfRows(org, overriddenAlone, by, overridden ? 1 : -1)]),
      ]
  const named = by.map((field) => sql.ref(field))
  return sql`
    select ${list([...named, sql`sum(count)::integer as count`])}
    from (${sql.join(parts, sql` union all `)}) as counted
    ${groupedBy(named)} having sum(count) > 0`
}

/** Counts evidence of some types, each until its instant. */
function countsOfRecorded(
  org: OrgDatabase,
  recorded: readonly RecordedUntil[],
  { recorded: _, attestation_type: asked, ...filters }: Filters,
  by: readonly CountedBy[],
): RawBuilder<unknown> {
  const isAsked = (type: string) => !asked?.length || asked.map(fullType).includes(type)
  const parts = recorded.map(({ type, until }) =>
    countsOf(
      org,
      {
        ...filters,
        record_type: 'evidence',
        attestation_type: [isAsked(type) ? type : ''],
        to_timestamp: Math.min(until, filters.to_timestamp ?? until),
      },
      by,
    ),
  )
  const named = by.map((field) => sql.ref(field))
  return sql`
    select ${list([...named, sql`sum(count)::integer as count`])}
    from (${sql.join(parts, sql` union all `)}) as counted
    ${groupedBy(named)} having sum(count) > 0`
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
    is_override: boolean
    /** For a decision. */
    control: string | null
    reported_by: string
    created_at: number
  },
) {
  const { created_at, ...row } = counted
  return org.insertInto('attestation_delta', { ...row, day: dayOf(created_at), amount: 1 })
}

const columns = [
  'name',
  'type',
  'is_compliant',
  'is_flipped',
  'is_override',
  'reported_by',
] as const

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

/** Counts matching attestations by day, newest day first. */
export function daysOfAttestations(org: OrgDatabase, filters: Filters): Promise<DayCount[]> {
  return org.query(sql<DayCount>`${countsOf(org, filters, ['day'])} order by day desc`)
}

/** Counts matching evidence by day, by what counts, and by whether that is what was reported. */
export async function countEvidenceDays(org: OrgDatabase, filters: Filters) {
  type Row = DayCount & { is_compliant: boolean; is_flipped: boolean }
  if (filters.record_type === 'override') return []
  const evidence = { ...filters, record_type: 'evidence' as const }
  return org.query(sql<Row>`${countsOf(org, evidence, ['day', 'is_compliant', 'is_flipped'])}`)
}

const batch = 10_000

/**
 * Folds pending deltas into the totals; readers see the same sum before and after.
 * @returns number of deltas folded; 0 also while another process folds
 */
export function foldAttestationCounts(org: OrgDatabase): Promise<number> {
  return org.transaction(async (tx) => {
    if (!(await tx.tryLock('fold attestations'))) return 0
    return foldDeltas(tx, 'attestation_delta', batch, [
      { into: 'attestation_tally', by: ['flow_id', 'day', ...columns] },
      { into: 'attestation_total', by: ['flow_id', ...columns] },
      { into: 'decision_tally', by: ['flow_id', 'control', 'day', 'is_compliant'], of: 'control' },
    ])
  })
}
