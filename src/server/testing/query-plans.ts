import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import { globalTables } from '#server/database/distribute-tables.ts'
import { OrgDatabase } from '#server/database/org-database.ts'
import { openPool } from '#server/database/pool.ts'
import type { Tables } from '#server/database/tables.ts'
import type { TestApp } from './app.ts'

export type CountedDatabase = Awaited<ReturnType<typeof openCountedDatabase>>

interface Plan {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** Returns the number of rows of some tables that a plan read, those that a filter removed too. */
function rowsOf(tables: readonly string[], plan: Plan): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  const isOfOne = tables.includes(plan['Relation Name'] ?? '')
  return (plan.Plans ?? []).reduce((sum, one) => sum + rowsOf(tables, one), isOfOne ? own : 0)
}

/**
 * Opens the database of `acme` for reads whose rows are counted: each query runs once more, by a
 * plan of its own, as the database plans it at that moment.
 */
export async function openCountedDatabase(app: TestApp) {
  const queries: CompiledQuery[] = []
  const pool = openPool(app.connection, { prepared: false, onError: () => undefined })
  const database = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void queries.push(query as CompiledQuery),
  })
  const [row] = await app.query("select id from organization where name = 'acme'")
  return {
    org: new OrgDatabase(database, row?.['id']),

    /**
     * Returns what is read, and how many rows of some tables its queries read for it. What they take
     * away is put back by `restore`, before they run once more.
     */
    async count<Found>(
      tables: readonly string[],
      read: () => Promise<Found>,
      restore = () => Promise.resolve(),
    ) {
      queries.length = 0
      const found = await read()
      const ran = queries.filter(({ sql }) => !/^(begin|commit)/.test(sql))
      await restore()
      let rowsRead = 0
      for (const { sql, parameters } of ran) {
        const [plan] = await app.query(`explain (analyze, format json) ${sql}`, [...parameters])
        rowsRead += rowsOf(tables, plan?.['QUERY PLAN'][0].Plan)
      }
      return { found, rowsRead }
    },

    close: () => database.destroy(),
  }
}

interface Node {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Node[]
  [field: string]: unknown
}

const allOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(allOf)]

/** Conditions of a scan itself; those of a join compare two tables. */
const conditions = ['Index Cond', 'Recheck Cond', 'Filter']

const namesOrganization = (node: Node) =>
  conditions.some((name) => /\borg_id = (\$\d|')/.test(String(node[name] ?? '')))

/**
 * Returns the tables of organizations that a statement reads, in any of its parts, without the
 * organization as a value: one that it takes from another row does not tell which node holds it.
 */
export async function scansWithoutOrganization(
  client: pg.Client,
  statement: string,
): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (generic_plan, verbose, format json) ${statement}`,
  )
  return allOf(rows[0]!['QUERY PLAN'][0].Plan).flatMap((node) => {
    const table = node['Relation Name']
    const isScan = table !== undefined && node['Node Type'] !== 'ModifyTable'
    const isOfAll = !isScan || table in globalTables || table.startsWith('kysely')
    return isOfAll || namesOrganization(node) ? [] : [table]
  })
}
