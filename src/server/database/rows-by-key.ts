import { type Expression, type RawBuilder, type Selectable, sql } from 'kysely'
import type { OrgDatabase } from './org-database.ts'
import type { Tables } from './tables.ts'

/**
 * Query of the rows that another one finds for each of some keys, which it names `wanted.key`; each
 * is looked up by itself. Where no statistics are gathered, the planner reads all that the rest of
 * the query allows for `column = any(…)`, or all of another index.
 * @param keys an array, in SQL, of each key once
 */
export const rowsOfKeys = <Row>(
  keys: RawBuilder<string[]>,
  query: Expression<Row>,
): RawBuilder<Row> => sql<Row>`
  select found.* from unnest(${keys}) as wanted(key)
  cross join lateral (${query} offset 0) as found`

/**
 * Subquery of rows of a table by their ids, each read by its key alone. Tables that are joined to it
 * need the organization as a value: Citus does not follow it from here.
 * @param ids an array, in SQL
 */
export const rowsByKey = <T extends 'artifact' | 'trail'>(
  org: OrgDatabase,
  table: T,
  ids: RawBuilder<string[]>,
): RawBuilder<Selectable<Tables[T]>> => {
  const row = sql`select * from ${sql.table(table)} where org_id = ${org.orgId} and id = wanted.key`
  return sql`(${rowsOfKeys(ids, row)})`
}
