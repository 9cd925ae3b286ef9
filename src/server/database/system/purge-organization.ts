import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { isCopied } from '#server/database/distribute-tables.ts'
import { listTables } from '#server/database/whole/stored-tables.ts'
import { setOnNodes } from '#server/database/set-on-nodes.ts'
import { cairnItself, OperatorWrite } from './operator.ts'

/** Rows that one transaction deletes at most, but for tables that refer to themselves. */
const batch = 5000

interface PurgeTime {
  at: number
  newId: () => string
}

/**
 * Deletes a batch of the rows of an organization whose time has come, and at the end itself.
 * Evidence files that no row names then are collected as all such files are.
 * @returns number of rows deleted; 0 once it is gone
 */
export function purgeOrganization(
  database: Kysely<Tables>,
  orgId: string,
  { at, newId }: PurgeTime,
): Promise<number> {
  return database.transaction().execute(async (tx) => {
    const organization = await tx
      .selectFrom('organization')
      .select(['name', 'kind'])
      .where('id', '=', orgId)
      .where('purge_at', '<=', at)
      .forUpdate()
      .executeTakeFirst()
    if (!organization) return 0
    await setOnNodes(tx, 'cairn.purge', orgId)
    const deleted = await deleteRows(tx, orgId)
    if (deleted > 0) return deleted
    await tx
      .updateTable('user_account')
      .set({ default_org_id: null })
      .where('default_org_id', '=', orgId)
      .execute()
    await tx
      .updateTable('user_account')
      .set({ home_org_id: null })
      .where('home_org_id', '=', orgId)
      .execute()
    await tx.deleteFrom('organization').where('id', '=', orgId).execute()
    const write = new OperatorWrite(tx, at, newId, cairnItself)
    await write.logInstance('organization_purged', { organization: organization.name })
    return 1
  })
}

/** Deletes up to a batch of rows, from tables that no row of others refers to any more. */
async function deleteRows(tx: Kysely<Tables>, orgId: string): Promise<number> {
  let deleted = 0
  for (const { name, isOwnParent } of await tablesInOrder(tx)) {
    // Copies of a table on several nodes have their rows at different places.
    const isWhole = isOwnParent || isCopied(name)
    const limit = isWhole ? sql`` : sql`limit ${sql.lit(batch - deleted)}`
    const table = sql.table(name)
    const { numAffectedRows = 0n } = await sql`
      delete from ${table} where org_id = ${orgId} and ctid = any (array(
        select ctid from ${table} where org_id = ${orgId} ${limit}))`.execute(tx)
    deleted += Number(numAffectedRows)
    if (deleted >= batch) break
  }
  return deleted
}

/** Tables with rows of organizations, each before those that it refers to. */
async function tablesInOrder(
  tx: Kysely<Tables>,
): Promise<{ name: string; isOwnParent: boolean }[]> {
  const tables = await listTables(async (text) => (await sql.raw<never>(text).execute(tx)).rows)
  const { rows } = await sql<{ child: string; parent: string }>`
    select child.relname as child, parent.relname as parent from pg_constraint
    join pg_class child on child.oid = conrelid join pg_class parent on parent.oid = confrelid
    where contype = 'f' and conparentid = 0`.execute(tx)
  let waiting = tables.filter(({ columns }) => columns.includes('org_id')).map(({ name }) => name)
  const ordered: string[] = []
  while (waiting.length > 0) {
    const isParent = (name: string) =>
      rows.some(({ child, parent }) => parent === name && child !== name && waiting.includes(child))
    const free = waiting.filter((name) => !isParent(name))
    if (free.length === 0) throw new Error(`Tables refer to each other: ${waiting.join(', ')}`)
    ordered.push(...free)
    waiting = waiting.filter(isParent)
  }
  const isOwnParent = (name: string) =>
    rows.some(({ child, parent }) => child === name && parent === name)
  return ordered.map((name) => ({ name, isOwnParent: isOwnParent(name) }))
}
