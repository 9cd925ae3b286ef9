import { type Compilable, type Expression, type RawBuilder, type Selectable, sql } from 'kysely'
import type { OrgDatabase } from './org-database.ts'
import type { Tables } from './tables.ts'

/**
 * Subquery of rows of a table by their ids, each read by its key alone. Where no statistics are
 * gathered, the planner reads all of another index for `id = any(…)`. Tables that are joined to it
 * need the organization as a value: Citus does not follow it from here.
 * @param ids an array, in SQL
 */
export const rowsByKey = <T extends 'artifact' | 'trail'>(
  org: OrgDatabase,
  table: T,
  ids: RawBuilder<string[]>,
): RawBuilder<Selectable<Tables[T]>> => sql`(
  select found.* from unnest(${ids}) as wanted(id)
  cross join lateral (
    select * from ${sql.table(table)} where org_id = ${org.orgId} and id = wanted.id offset 0
  ) as found)`

/**
 * Query of the rows that another one finds for each of some keys, which it names `wanted.key`; each
 * is looked up by itself. Where no statistics are gathered, the planner reads all that the rest of
 * the query allows for `column = any(…)`.
 * @param keys each once
 */
export const rowsOfKeys = <Row>(
  keys: readonly string[],
  query: Compilable<Row> & Expression<unknown>,
): RawBuilder<Row> => sql<Row>`
  select found.* from unnest(${keys}::text[]) as wanted(key)
  cross join lateral (${query} offset 0) as found`
