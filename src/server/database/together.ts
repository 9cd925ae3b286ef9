import { type Expression, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

/** The rows of some queries, by name. */
type Rows<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends Expression<infer Row> ? Row[] : never
}

/**
 * Query of one row with the rows of several queries, each as a list, so that they cost one round trip.
 * They are read as JSON: texts, numbers, times in Unix seconds and documents stay what they are,
 * bytes do not.
 */
export function together<Queries extends Record<string, Expression<unknown>>>(
  queries: Queries,
): RawBuilder<Rows<Queries>> {
  const lists = Object.entries(queries).map(
    ([name, query]) => sql`${jsonArrayFrom(query as Expression<object>)} as ${sql.ref(name)}`,
  )
  return sql`select ${sql.join(lists)}`
}
