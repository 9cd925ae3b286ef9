import { type RawBuilder, sql } from 'kysely'
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
import type { NewRow } from '#server/database/tables.ts'
import {
  type Filters,
  type RecordedUntil,
  conditionsOf,
  isSelective,
  rowConditions,
} from './filter-queries.ts'

/** Fields by which attestations are counted; days since 1970, UTC. */
type CountedBy =
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

/** Whether counts of days are needed, and not those of all time alone. */
const isByTime = ({ from_timestamp: from, to_timestamp: to }: Filters, by: readonly CountedBy[]) =>
  from != null || to != null || by.includes('day')

/** The table that has the fewest folded counts of those that know what is asked; null for none. */
type FoldedCounts = 'attestation_tally' | 'attestation_day' | 'attestation_total' | null

/**
 * Counts of the joined flow by some fields. Whole days are counted already, and pending ones are
 * added; of the days in which the time range begins and ends, rows are counted.
 */
function countsOfFlow(
  org: OrgDatabase,
  filters: Filters,
  fields: readonly CountedBy[],
  counts: FoldedCounts,
) {
  const { from_timestamp: from = null, to_timestamp: to = null } = filters
  const columns = fields.map((field) => sql`counted.${sql.ref(field)}`)
  const ofFlow = sql`counted.org_id = ${org.orgId} and counted.flow_id = flow.id`
  const matching = [ofFlow, ...conditionsOf('counted', filters)]
  const isWhole = isWholeDay(sql.ref('counted.day'), from, to)
  const folded =
    counts &&
    sql`select ${list([...columns, sql`counted.count`])}
      from ${sql.table(counts)} as counted where ${and([...matching, isWhole])}`
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
      ...(folded ? [folded] : []),
      sql`select ${list([...columns, sql`counted.amount as count`])}
        from attestation_delta as counted where ${and([...matching, isWhole])}`,
      ...edges,
    ],
    sql` union all `,
  )
}

/** Counts of the flows in view by some fields, summed up flow by flow. */
function countsOfFlows(
  org: OrgDatabase,
  filters: Filters,
  by: readonly CountedBy[],
  counts: FoldedCounts,
) {
  const fields = by.filter((field) => field !== 'flow_name')
  return sql`
    select ${list([...columnsOf(by), sql`counted.count`])} from flow
    cross join lateral (${countsOfFlow(org, filters, fields, counts)}) as counted
    where flow.org_id = ${org.orgId} and ${inFlows(org, filters)}`
}

/**
 * Counts of all flows by day and whatever else but flow and name. Few flows are not in view: what is
 * counted of them is taken off. Only what no whole day has is read flow by flow.
 */
function countsOfOrg(org: OrgDatabase, filters: Filters, by: readonly CountedBy[]) {
  const { from_timestamp: from = null, to_timestamp: to = null } = filters
  const matching = and([
    sql`counted.org_id = ${org.orgId}`,
    ...conditionsOf('counted', filters),
    isWholeDay(sql.ref('counted.day'), from, to),
  ])
  const selected = (count: RawBuilder<unknown>) => list([...columnsOf(by), count])
  const hidden = sql`
    union all select ${selected(sql`- counted.count`)} from flow
    join attestation_day as counted on counted.org_id = flow.org_id and counted.flow_id = flow.id
    where flow.org_id = ${org.orgId} and not (${isInView(org, 'flow.archived_at')}) and ${matching}`
  return sql`
    select ${selected(sql`counted.count`)} from attestation_org_day as counted where ${matching}
    ${org.archived === 'include' ? sql`` : hidden}
    union all ${countsOfFlows(org, filters, by, null)}`
}

const columnsOf = (by: readonly CountedBy[]) =>
  by.map((field) =>
    field === 'flow_name' ? sql`flow.name as flow_name` : sql`counted.${sql.ref(field)}`,
  )

/** Counts by the table that has the fewest rows of those that know what is asked. */
function countsByFewest(org: OrgDatabase, filters: Filters, by: readonly CountedBy[]) {
  if (!isByTime(filters, by)) return countsOfFlows(org, filters, by, 'attestation_total')
  const isByName = filters.attestation_name?.length || by.includes('name')
  if (isByName) return countsOfFlows(org, filters, by, 'attestation_tally')
  const isByFlow = filters.flow_name?.length || by.includes('flow_name')
  return isByFlow || org.archived === 'only'
    ? countsOfFlows(org, filters, by, 'attestation_day')
    : countsOfOrg(org, filters, by)
}

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
  const { overridden } = filters
  const overriddenAlone = { ...filters, overridden: true }
  const parts = isSelective(filters)
    ? [countsOfRows(org, filters, by, 1)]
    : [
        ...(overridden === true ? [] : [countsByFewest(org, filters, by)]),
        ...(overridden == null
          ? []
          : [countsOfRows(org, overriddenAlone, by, overridden ? 1 : -1)]),
      ]
  return summedUp(parts, by)
}

function summedUp(parts: readonly RawBuilder<unknown>[], by: readonly CountedBy[]) {
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
  { recorded: _, attestation_type: types, ...filters }: Filters,
  by: readonly CountedBy[],
): RawBuilder<unknown> {
  const isCounted = (type: string) => !types?.length || types.map(fullType).includes(type)
  const parts = recorded.map(({ type, until }) =>
    countsOf(
      org,
      {
        ...filters,
        record_type: 'evidence',
        attestation_type: [isCounted(type) ? type : ''],
        to_timestamp: Math.min(until, filters.to_timestamp ?? until),
      },
      by,
    ),
  )
  return summedUp(parts, by)
}

/** Counts matching attestations. */
export async function countMatching(org: OrgDatabase, filters: Filters): Promise<number> {
  const [row] = await org.query(sql<{ count: number }>`${countsOf(org, filters, [])}`)
  return row?.count ?? 0
}

/** Statement that counts one attestation: folded into the totals later, exact at once. */
export function countAttestation(
  org: OrgDatabase,
  counted: Omit<NewRow<'attestation_delta'>, 'day' | 'amount'> & { created_at: number },
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
