import { type RawBuilder, sql } from 'kysely'
import type { StoredStatus } from '#domain/trail/whole-status.ts'
import { isInView, storedStatus } from '#server/database/conditions.ts'
import { isOneOf } from '#server/database/keyset-page.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'
import { countsOf } from './count-queries.ts'
import { conditionsOf, type Filters } from './filter-queries.ts'

/** Number of attestations with a value of a field, under the filters of all other fields. */
export interface FacetRow {
  facet:
    | 'flow_name'
    | 'attestation_name'
    | 'attestation_type'
    | 'reported_by'
    | 'is_compliant'
    | 'reported_is_compliant'
    | 'record_type'
  /** Of the last three: '' for all. */
  value: string
  /** Evidence by what it reported; overrides report nothing. */
  compliant: number
  non_compliant: number
  /** Of the non-compliant, how many count as compliant. */
  accepted_by_override: number
  overrides: number
  /** Records that count as compliant. */
  effective: number
}

/** Condition that what is counted is evidence that reported a verdict. */
const reported = (is: boolean) =>
  sql`not is_override and is_compliant ${is ? sql`<>` : sql`=`} is_flipped`

const sumOf = (condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(count) filter (where ${condition}), 0)::integer`

/** Counts the values of every field, the most frequent first. */
export function countFacets(org: OrgDatabase, filters: Filters): Promise<FacetRow[]> {
  const { flow_name, attestation_name, attestation_type, reported_by, ...others } = filters
  const { is_compliant, reported_is_compliant, record_type, ...everywhere } = others
  const passes: Record<FacetRow['facet'], RawBuilder<boolean>[]> = {
    flow_name: flow_name?.length ? [isOneOf('counted.flow_name', flow_name)] : [],
    attestation_name: conditionsOf('counted', { attestation_name }),
    attestation_type: conditionsOf('counted', { attestation_type }),
    reported_by: conditionsOf('counted', { reported_by }),
    is_compliant: conditionsOf('counted', { is_compliant }),
    reported_is_compliant: conditionsOf('counted', { reported_is_compliant }),
    record_type: conditionsOf('counted', { record_type }),
  }
  const byOthers = (facet: FacetRow['facet']) => {
    const others = Object.entries(passes).flatMap(([name, one]) => (name === facet ? [] : one))
    return others.length > 0 ? sql.join(others, sql` and `) : sql`true`
  }
  const facet = (name: FacetRow['facet'], value: RawBuilder<unknown>) =>
    sql`(${sql.lit(name)}, ${value}, ${byOthers(name)})`
  const counted = countsOf(org, everywhere, [
    'flow_name',
    'name',
    'type',
    'is_compliant',
    'is_flipped',
    'is_override',
    'reported_by',
  ])
  return org.query(sql<FacetRow>`
    with counted as materialized (${counted})
    select facet, value,
      ${sumOf(reported(true))} as compliant, ${sumOf(reported(false))} as non_compliant,
      ${sumOf(sql`is_flipped and is_compliant`)} as accepted_by_override,
      ${sumOf(sql`is_override`)} as overrides, ${sumOf(sql`is_compliant`)} as effective
    from counted cross join lateral (values ${sql.join([
      facet('flow_name', sql`counted.flow_name`),
      facet('attestation_name', sql`counted.name`),
      facet('attestation_type', sql`counted.type`),
      facet('reported_by', sql`counted.reported_by`),
      facet('is_compliant', sql`''`),
      facet('reported_is_compliant', sql`''`),
      facet('record_type', sql`''`),
    ])}) as faceted (facet, value, passes)
    where passes group by facet, value
    order by facet, sum(count) desc, value`)
}

/**
 * Commits of trails, artifacts and attestations that are, or begin with, one of some texts of
 * lower-case hex: the first ones of each in order.
 */
export function findCommits(org: OrgDatabase, prefixes: readonly string[], limit: number) {
  const sources = [
    ['trail', 'commit_sha'],
    ['artifact', 'git_commit'],
    ['attestation', 'commit_sha'],
  ].map(([table = '', name = '']) => {
    const column = sql.ref(`source.${name}`)
    // "g" is the first text after every one with this beginning.
    return sql`(select distinct ${column} as match from ${sql.table(table)} as source
      where source.org_id = ${org.orgId} and ${column} >= wanted.prefix
        and ${column} < wanted.prefix || 'g'
      order by 1 limit ${sql.lit(limit)})`
  })
  return org.query(sql<{ prefix: string; match: string }>`
    select wanted.prefix, found.match from unnest(${prefixes}::text[]) as wanted(prefix)
    cross join lateral (
      select distinct match from (${sql.join(sources, sql` union all `)}) as one
      order by match limit ${sql.lit(limit)}) as found
    order by wanted.prefix, found.match`)
}

/** A trail that lacks something or fails, with the commit that it was found by. */
interface IncompleteTrail extends StoredStatus {
  commit: string
  flow_name: string
  trail_name: string
}

/** Of each commit the newest trails that do not comply: those that name it, or whose artifacts do. */
export function listIncompleteTrails(
  org: OrgDatabase,
  commits: readonly string[],
  limit: number,
): Promise<IncompleteTrail[]> {
  return org.query(sql<IncompleteTrail>`
    select wanted.commit, found.flow_name, found.trail_name, found.status, found.recent,
      found.recent_of_artifacts, found.evaluated_at
    from unnest(${commits}::text[]) with ordinality as wanted(commit, place)
    cross join lateral (
      select flow.name as flow_name, trail.name as trail_name, trail.created_at,
        ${sql.join(storedStatus.map((column) => sql.ref(column)))}
      from (
        select id from trail where org_id = ${org.orgId} and commit_sha = wanted.commit
        union
        select trail_id from artifact where org_id = ${org.orgId} and git_commit = wanted.commit
      ) as named
      join trail on trail.org_id = ${org.orgId} and trail.id = named.id
      join flow on flow.org_id = trail.org_id and flow.id = trail.flow_id
        and ${isInView(org, 'flow.archived_at')}
      join trail_status on trail_status.org_id = trail.org_id and trail_status.trail_id = trail.id
        and trail_status.state <> 'COMPLIANT'
      order by trail.created_at desc, trail.id desc limit ${sql.lit(limit)}) as found
    order by wanted.place, found.created_at desc`)
}
