import { sql } from 'kysely'
import type { OrgDatabase } from './org-database.ts'
import type { OrgTables } from './tables.ts'
import { asyncCommitPart } from './async-commit.ts'

/**
 * Folds pending deltas into the counters, in one statement, which a crash may undo as a whole. A
 * table that is `of` a column gets only deltas that have one.
 * @returns number of deltas folded; 0 after a batch that was not full: under steady writes a few more
 *   are always there, and folding few costs as much as folding thousands
 */
export async function foldDeltas(
  org: OrgDatabase,
  waiting: 'artifact_delta' | 'attestation_delta' | 'trail_delta',
  limit: number,
  sums: readonly { into: keyof OrgTables; by: readonly string[]; of?: string }[],
): Promise<number> {
  const table = sql.table(waiting)
  const adding = sums.map(({ into, by, of }) => {
    const key = sql.join(['org_id', ...by].map((column) => sql.ref(column)))
    const given = of === undefined ? sql`` : sql`where ${sql.ref(of)} is not null`
    return sql`${sql.id(`into_${into}`)} as (
      insert into ${sql.table(into)} as sums (${key}, count)
      select ${key}, sum(amount) from taken ${given} group by ${key} having sum(amount) <> 0
      on conflict (${key}) do update set count = sums.count + excluded.count)`
  })
  const [folded] = await org.query(sql<{ moved: number }>`
    with ${asyncCommitPart}, taken as (
      delete from ${table} using async_commit where org_id = ${org.orgId} and (flow_id, id) in (
        select flow_id, id from ${table} where org_id = ${org.orgId} limit ${sql.lit(limit)})
      returning ${table}.*),
    ${sql.join(adding)}
    select count(*)::integer as moved from taken`)
  const moved = folded?.moved ?? 0
  return moved < limit ? 0 : moved
}
