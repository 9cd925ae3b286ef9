import { type ExpressionBuilder, sql } from 'kysely'
import { dayOf, type DayCount } from '../database/day-page.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'
import { countsOf } from './count-queries.ts'
import { conditionsOf, type Filters, flowsOf } from './filter-queries.ts'

/** Counts one attestation, once it is run: folded into the totals later, exact at once. */
export function countAttestation(
  org: OrgDatabase,
  counted: {
    id: string
    flow_id: string
    name: string
    type: string
    is_compliant: boolean
    /** Of a decision. */
    control: string | null
    reported_by: string
    created_at: number
  },
) {
  const { created_at, ...row } = counted
  return org.insertInto('attestation_delta', { ...row, day: dayOf(created_at), amount: 1 })
}

const columns = ['name', 'type', 'is_compliant', 'reported_by'] as const

/** Whether a row of counts is about what the filters let through in the flow at hand. */
function isCounted(table: string, filters: Filters) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const ofFlow = sql`${column('org_id')} = flow.org_id and ${column('flow_id')} = flow.id`
  return sql<boolean>`${sql.join([ofFlow, ...conditionsOf(table, filters)], sql` and `)}`
}

/** How many attestations of the flow at hand match, whenever they came: folded and waiting ones. */
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

/** How many attestations match, whenever they came. */
export async function totalOfAttestations(org: OrgDatabase, filters: Filters): Promise<number> {
  const { total } = await flowsOf(org, filters)
    .select((from) =>
      sql<number>`coalesce(sum(${totalOfFlow(from, filters)}), 0)::integer`.as('total'),
    )
    .executeTakeFirstOrThrow()
  return total
}

/** How many matching attestations each day has, newest day first. */
export function daysOfAttestations(org: OrgDatabase, filters: Filters): Promise<DayCount[]> {
  return org.rowsOf(sql<DayCount>`${countsOf(org, filters, ['day'])} order by day desc`)
}

/** How many matching attestations of each verdict each day has. */
export function verdictDaysOfAttestations(org: OrgDatabase, filters: Filters) {
  type Row = DayCount & { is_compliant: boolean }
  return org.rowsOf(sql<Row>`${countsOf(org, filters, ['day', 'is_compliant'])}`)
}

const batch = 10_000

/**
 * Folds waiting counts into the totals; readers see the same sum before and after.
 * @returns how many were folded; 0 also when another process is at it
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
