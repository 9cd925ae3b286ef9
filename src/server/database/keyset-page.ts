import { type Expression, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'

/** A page of a list, counted from 1. */
export interface PageOf {
  page: number
  per_page: number
}

/** Position in a list that goes from new to old. */
export interface Cursor {
  created_at: number
  id: string
}

/** Condition for rows after a cursor in a list from new to old. */
export const afterCursor = (
  table: 'attestation' | 'trail' | 'artifact_state',
  { created_at, id }: Cursor,
) => {
  const ownId = table === 'artifact_state' ? 'artifact_id' : 'id'
  return sql<boolean>`(${sql.ref(`${table}.created_at`)}, ${sql.ref(`${table}.${ownId}`)}) < (${created_at}, ${id})`
}

/**
 * Equality with one value or several: only equality with one lets the order of an index serve a
 * list.
 */
export const isOneOf = (column: string, values: readonly string[]): RawBuilder<boolean> =>
  values.length === 1
    ? sql<boolean>`${sql.ref(column)} = ${values[0]}`
    : sql<boolean>`${sql.ref(column)} = any(${values})`

/**
 * Condition for rows whose ids a query returns. As an array, so that they are read by key, where a
 * small table would be scanned.
 */
export const isChosen = (column: string, ids: Expression<unknown>) =>
  sql<boolean>`${sql.ref(column)} = any(array${ids})`

/**
 * Takes one page of a query. The size is literal, not a parameter, so that the server plans the
 * statement once and keeps the plan.
 */
export function offsetPage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { page, per_page }: PageOf,
): SelectQueryBuilder<DB, TB, O> {
  const sized = query.limit(sql.lit(per_page))
  return page === 1 ? sized : sized.offset((page - 1) * per_page)
}
