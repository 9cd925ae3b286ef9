import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
  type RawBuilder,
} from 'kysely'
import { OrgDatabase } from './org-database.ts'
import type { Tables } from './tables.ts'

/** Builds queries and runs none. */
const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Shapes of a query that are kept built: sizes of pages, for example, are callers' choice. */
const maxBuilt = 100

/** Stands for the organization in a query that is built once. */
const orgId = Symbol('org_id')

/**
 * Returns a query that is built with its first call, not with each: to build a long one costs as
 * much as to wait for its rows. It is built once for each shape, each choice of the values that are
 * null, and each choice of archived records.
 * @param build - gets a symbol for each value that is not null, which may only go where a parameter
 *   goes: text made of it, or a decision by it, throws or holds for all values
 */
export function preparedQuery<Given extends object, Row, Shape = never>(
  build: (org: OrgDatabase, values: Given, shape: Shape) => Compilable<Row> | RawBuilder<Row>,
): (
  org: OrgDatabase,
  values: Given,
  ...shape: [Shape] extends [never] ? [] : [Shape]
) => Promise<Row[]> {
  const built = new Map<string, CompiledQuery<Row>>()
  const names = new Map<unknown, keyof Given>()
  const symbolsOf = (values: Given) =>
    new Proxy(values, {
      get(_, name) {
        const value = values[name as keyof Given]
        if (value == null) return value
        const symbol = Symbol(String(name))
        names.set(symbol, name as keyof Given)
        return symbol
      },
    })
  return (org, values, ...[shape]) => {
    const given = Object.keys(values).filter((name) => values[name as keyof Given] != null)
    const key = JSON.stringify([org.archived, given, shape])
    let query = built.get(key)
    if (!query) {
      if (built.size >= maxBuilt) {
        built.clear()
        names.clear()
      }
      const template = new OrgDatabase(builder, orgId as never, org.archived)
      query = build(template, symbolsOf(values), shape as Shape).compile(builder)
      built.set(key, query)
    }
    const parameters = query.parameters.map((parameter) => {
      if (parameter === orgId) return org.orgId
      const name = names.get(parameter)
      return name === undefined ? parameter : values[name]
    })
    return org.query(CompiledQuery.raw(query.sql, parameters) as CompiledQuery<Row>)
  }
}
