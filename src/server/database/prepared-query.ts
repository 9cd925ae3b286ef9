import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Compilable,
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

/** Stands for the organization in a query that is built once. */
const orgId = Symbol('org_id')

/**
 * Returns a query that is built with its first call, not with each: to build a long one costs as
 * much as to wait for its rows. It is built once for each shape and choice of archived records.
 * @param names - of its values
 * @param build - gets a symbol for each value, which may only go where a parameter goes: text made
 *   of it, or a decision by it, throws or holds for all values
 */
export function preparedQuery<Name extends string, Row, Shape extends number | string = never>(
  names: readonly Name[],
  build: (org: OrgDatabase, values: Record<Name, string>, shape: Shape) => Compilable<Row>,
): (
  org: OrgDatabase,
  values: Record<Name, string>,
  ...shape: [Shape] extends [never] ? [] : [Shape]
) => Promise<Row[]> {
  const built = new Map<string, CompiledQuery<Row>>()
  const symbols = names.map((name) => [name, Symbol(name)] as const)
  const nameOf = new Map<unknown, Name>(symbols.map(([name, symbol]) => [symbol, name]))
  return (org, values, ...[shape]) => {
    const key = `${org.archived} ${shape}`
    let query = built.get(key)
    if (!query) {
      const template = new OrgDatabase(builder, orgId as never, org.archived)
      query = build(template, Object.fromEntries(symbols) as never, shape as never).compile()
      built.set(key, query)
    }
    const parameters = query.parameters.map((parameter) => {
      if (parameter === orgId) return org.orgId
      const name = nameOf.get(parameter)
      return name === undefined ? parameter : values[name]
    })
    return org.query(CompiledQuery.raw(query.sql, parameters) as CompiledQuery<Row>)
  }
}
