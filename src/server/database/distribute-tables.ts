import { type Kysely, sql } from 'kysely'
import { listForeignKeys, listTables } from '#server/database/whole/stored-tables.ts'
import type { OrgTables, Tables } from './tables.ts'

/**
 * Tables outside the organizations, each with the reason. Where PostgreSQL is distributed by
 * organization, every node has a copy of them; all other tables spread by `org_id`.
 */
export const globalTables: Record<Exclude<keyof Tables, keyof OrgTables> | 'membership', string> = {
  organization: 'Names are unique in the instance, and every tenant table refers to it.',
  user_account: 'One account signs in to any number of organizations.',
  membership: 'Asked by user on every call, to find the organizations they may enter.',
  api_key: 'Belongs to a user, and is found before any organization is known.',
  session: 'Belongs to a user, and is found before any organization is known.',
  sign_in_token: 'Belongs to a user, and is found before any organization is known.',
  user_identity: 'Says who a user is at the identity provider of the instance.',
  scim_user: 'Provisioned by the directory of the instance.',
  scim_group: 'Provisioned by the directory of the instance.',
  scim_group_member: 'Provisioned by the directory of the instance.',
  call_count: 'Counts the calls of a caller, who may have no organization.',
  instance: 'Names the instance.',
  secret_canary: 'Proves the secret of the instance.',
}

/**
 * Tables of organizations of which every node has a copy as well: few rows, asked on every call
 * before the organization is known. They refer to global tables and to each other only.
 */
const copiedTables = {
  service_key: 'Finds the organization of a key, and is found before it is known.',
  service_account: 'Read with its key.',
  organization_setting: 'Read with the organization that a call asks for.',
} satisfies Partial<Record<keyof OrgTables, string>>

/** Returns whether every node has a copy of a table. */
export const isCopied = (name: string): boolean => name in globalTables || name in copiedTables

/** Numbers of tables: those copied to every node, and those spread by organization. */
export interface Distribution {
  copied: number
  spread: number
}

/** Returns whether the database has the extension that distributes it. */
export async function hasCitus(database: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(database)
  return rows.length > 0
}

/** Returns whether the database is distributed, or has begun to be. */
export async function isDistributed(database: Kysely<Tables>): Promise<boolean> {
  return (await hasCitus(database)) && (await listDistributed(database)).size > 0
}

/**
 * Distributes the tables that are not yet: a copy of global ones on each node, the others spread by
 * organization, rows of one organization on one node.
 * @returns how many it distributed
 */
export async function distributeTables(database: Kysely<Tables>): Promise<Distribution> {
  await allowChanges(database)
  // Nodes cannot commit together what one of them notifies of: callers are looked up by each call.
  await sql`drop function if exists tell_access() cascade`.execute(database)
  const done = await listDistributed(database)
  const query = async <Row>(text: string) => (await sql.raw<Row>(text).execute(database)).rows
  const names = (await listTables(query)).map(({ name }) => name)
  const missing = names.filter((name) => !done.has(name))
  const copied = missing.filter(isCopied)
  const spread = missing.filter((name) => !isCopied(name))
  // A table may refer to one that is spread only once it is itself.
  const keys = (await listForeignKeys(query)).filter(({ table }) => missing.includes(table))
  for (const { drop } of keys) await query(drop)
  for (const name of copied) await sql`select create_reference_table(${name})`.execute(database)
  let together = names.find((name) => done.has(name) && !isCopied(name)) ?? 'none'
  for (const name of spread) {
    await sql`
      select create_distributed_table(${name}, 'org_id', colocate_with => ${together})`.execute(
      database,
    )
    if (together === 'none') together = name
  }
  for (const { add } of keys) await query(add)
  return { copied: copied.length, spread: spread.length }
}

/**
 * Triggers run on the node of their row, and reach rows of the same organization and copies only. All
 * of a table changes in one order, so that a transaction may change several.
 */
export async function allowChanges(database: Kysely<Tables>): Promise<void> {
  await sql`
    select set_config('citus.enable_unsafe_triggers', 'on', true),
      set_config('citus.multi_shard_modify_mode', 'sequential', true)
  `.execute(database)
}

/** Names of tables that are spread or copied; others may be known to Citus as plain ones. */
async function listDistributed(database: Kysely<Tables>): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select relname::text as name from pg_dist_partition join pg_class on pg_class.oid = logicalrelid
    where partmethod = 'h' or repmodel = 't'`.execute(database)
  return new Set(rows.map(({ name }) => name))
}
