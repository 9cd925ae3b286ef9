import { type SelectQueryBuilder, sql } from 'kysely'

/** A page of a list, counted from 1. */
export interface PageOf {
  page: number
  per_page: number
}

/**
 * Takes one page of a query. The size stands in the text and not among the parameters: only so can
 * the server plan the statement once and keep the plan.
 */
export function takePage<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  { page, per_page }: PageOf,
): SelectQueryBuilder<DB, TB, O> {
  const sized = query.limit(sql.lit(per_page))
  return page === 1 ? sized : sized.offset((page - 1) * per_page)
}
