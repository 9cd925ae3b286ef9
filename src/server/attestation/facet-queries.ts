import { type RawBuilder, sql } from 'kysely'
import type { OrgDatabase } from '../database/org-database.ts'
import { countsOf } from './count-queries.ts'
import { conditionsOf, type Filters, isOneOf } from './filter-queries.ts'

/** How many attestations have a value of a field, under the filters of all other fields. */
export interface FacetRow {
  facet: 'flow_name' | 'attestation_name' | 'attestation_type' | 'reported_by' | 'is_compliant'
  value: string
  compliant: number
  non_compliant: number
}

/** The values of every field, the most frequent first; those of `is_compliant` are one row. */
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
  return org.rowsOf(sql<FacetRow>`
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

/** How many attestations match. */
export async function countMatching(org: OrgDatabase, filters: Filters): Promise<number> {
  const [row] = await org.rowsOf(sql<{ count: number }>`${countsOf(org, filters, [])}`)
  return row?.count ?? 0
}
