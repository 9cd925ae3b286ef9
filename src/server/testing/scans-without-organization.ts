import type pg from 'pg'
import { globalTables } from '#server/database/global-tables.ts'

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
