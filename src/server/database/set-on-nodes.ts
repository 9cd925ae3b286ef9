import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Sets a setting until the transaction ends: on all nodes, where the database is distributed. */
export async function setOnNodes(
  transaction: Kysely<Tables>,
  name: 'cairn.erase' | 'cairn.purge',
  value: string,
): Promise<void> {
  await sql`set local citus.propagate_set_commands = 'local'`.execute(transaction)
  await sql`set local ${sql.raw(name)} = ${sql.lit(value)}`.execute(transaction)
}
