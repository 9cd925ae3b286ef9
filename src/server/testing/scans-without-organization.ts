import type pg from 'pg'
import { globalTables } from '#server/database/global-tables.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  Plans?: Node[]
  [field: string]: unknown
}

const allOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(allOf)]

const conditions = [
  'Index Cond',
  'Filter',
  'Recheck Cond',
  'Join Filter',
  'Hash Cond',
  'Merge Cond',
]
const isRead = (type: string) => type !== 'ModifyTable'
/** Columns of organizations that are compared with a value, or with the column of another table. */
const equality = /(?:(\w+)|"(\w+)")\.org_id = (?:(?:(\w+)|"(\w+)")\.org_id|\$\d|'|\(InitPlan )/g

/**
 * Returns the tables of organizations that a statement reads without naming the organization: by a
 * parameter, or by a table or query of which that holds.
 */
export async function scansWithoutOrganization(
  client: pg.Client,
  statement: string,
): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    `explain (generic_plan, verbose, format json) ${statement}`,
  )
  const nodes = allOf(rows[0]!['QUERY PLAN'][0].Plan)
  const texts = nodes.flatMap((node) => conditions.flatMap((name) => String(node[name] ?? '')))
  const scans = nodes.filter((node) => node['Relation Name'] && isRead(node['Node Type']))
  const named = new Set(
    nodes.flatMap(({ Alias, 'Node Type': type }) =>
      Alias && /^(CTE|Subquery) Scan$/.test(type) ? [Alias] : [],
    ),
  )
  const links: [string, string][] = []
  for (const [, one, quotedOne, other, quotedOther] of texts.join('\n').matchAll(equality)) {
    const [left = '', right] = [one ?? quotedOne, other ?? quotedOther]
    if (right === undefined) named.add(left)
    else links.push([left, right], [right, left])
  }
  for (const known of named) for (const [from, to] of links) if (from === known) named.add(to)
  return scans.flatMap(({ 'Relation Name': table = '', Alias: alias = '' }) =>
    table in globalTables || table.startsWith('kysely') || named.has(alias) ? [] : [table],
  )
}
