import { type ExpressionBuilder, sql } from 'kysely'
import { dayOf, type DayCount, edgesOf } from '../database/day-page.ts'
import type { OrgDatabase } from '../database/org-database.ts'
import type { Tables } from '../database/tables.ts'
import { type Filters, flowsOf, storedType } from './filters.ts'

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
    created_at: number
  },
) {
  const { created_at, ...row } = counted
  return org.insertInto('attestation_delta', { ...row, day: dayOf(created_at), amount: 1 })
}

const columns = ['name', 'type', 'is_compliant'] as const

/** Whether a row of counts, in any of the three tables, is about what the filters let through. */
function isCounted(table: string, filters: Filters) {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const conditions = [
    sql`${column('org_id')} = flow.org_id and ${column('flow_id')} = flow.id`,
    filters.attestation_name && sql`${column('name')} = ${filters.attestation_name}`,
    filters.attestation_type && sql`${column('type')} = ${storedType(filters.attestation_type)}`,
    filters.is_compliant != null &&
      sql`${column('is_compliant')} = ${sql.lit(filters.is_compliant)}`,
  ]
  return sql<boolean>`${sql.join(
    conditions.filter((one) => typeof one === 'object'),
    sql` and `,
  )}`
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

/**
 * How many matching attestations each day has, newest day first. Whole days are counted already;
 * of the days in which the time range begins and ends the rows themselves are.
 */
export function daysOfAttestations(org: OrgDatabase, filters: Filters): Promise<DayCount[]> {
  const { from_timestamp, to_timestamp } = filters
  const first = from_timestamp == null ? null : dayOf(from_timestamp)
  const last = to_timestamp == null ? null : dayOf(to_timestamp)
  const isWhole = (table: string) => {
    const day = sql.ref(`${table}.day`)
    // As bigint: a time far away is a day that no integer holds.
    const after = first === null ? sql`true` : sql`${day} > ${first}::bigint`
    const before = last === null ? sql`true` : sql`${day} < ${last}::bigint`
    return sql<boolean>`${after} and ${before}`
  }
  const edges = edgesOf(
    sql.ref('attestation.created_at'),
    from_timestamp ?? null,
    to_timestamp ?? null,
  )
  return flowsOf(org, filters)
    .innerJoinLateral(
      (from) => {
        const folded = from
          .selectFrom('attestation_tally')
          .select(['day', 'count'])
          .where(isCounted('attestation_tally', filters))
          .where(isWhole('attestation_tally'))
        const waiting = from
          .selectFrom('attestation_delta')
          .select(['day', 'amount as count'])
          .where(isCounted('attestation_delta', filters))
          .where(isWhole('attestation_delta'))
        const ofEdges = edges.map(({ day, holds }) =>
          from
            .selectFrom('attestation')
            .select([
              sql<number>`${day}::bigint`.as('day'),
              sql<number>`count(*)::integer`.as('count'),
            ])
            .where(isCounted('attestation', filters))
            .where(holds),
        )
        const whole = folded.unionAll(waiting)
        return ofEdges.reduce((counted, edge) => counted.unionAll(edge), whole).as('counted')
      },
      (join) => join.onTrue(),
    )
    .select((select) => [
      'counted.day',
      sql<number>`${select.fn.sum('counted.count')}::integer`.as('count'),
    ])
    .groupBy('counted.day')
    .having((having) => having.fn.sum('counted.count'), '>', 0)
    .orderBy('counted.day', 'desc')
    .execute()
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
