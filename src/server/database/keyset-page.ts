import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** A page of a list, counted from 1. */
export interface PageOf {
  page: number
  per_page: number
}

/** Where a list that goes from new to old was left. */
export interface Cursor {
  created_at: number
  id: string
}

/** Rows of a table that come after a place in a list from new to old. */
export const afterCursor = (
  table: 'attestation' | 'trail' | 'artifact_state',
  { created_at, id }: Cursor,
) => {
  const ownId = table === 'artifact_state' ? 'artifact_id' : 'id'
  return sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.${ownId}`)}) < (${created_at}, ${id})`
}

/** One value by equality: only so does the order of an index serve a list. */
export const isOneOf = (column: string, values: readonly string[]): RawBuilder<boolean> =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = any(${values})`

/**
 * Rows whose ids a query chose. As an array: only so are they read by their key, where a small table
 * would be read whole for them.
 */
export const isChosen = (column: string, ids: Expression<unknown>) =>
  sql<boolean>`${sql.ref(column)} = any(array${ids})`

/**
 * Takes one page of a query. The size stands in the text and not among the parameters: only so can
 * the server plan the statement once and keep the plan.
 */
export function offsetPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { page, per_page }: PageOf,
): SelectQueryBuilder<DB, TB, O> {
  const sized = query.limit(sql.lit(per_page))
  return page === 1 ? sized : sized.offset((page - 1) * per_page)
}
