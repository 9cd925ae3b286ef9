import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { OperatorError } from '#server/platform/failure.ts'
import { type Distribution, distributeTables, hasCitus } from './distribute-tables.ts'
import { countOthers, migrate } from './migrate.ts'
import { withDatabase } from './pool.ts'
import type { Tables } from './tables.ts'

/** SQLSTATE `out_of_memory`, also of the shared memory for locks. */
const outOfMemory = '53200'

/**
 * Brings the database up to date and distributes it over the nodes of Citus, in one transaction; all
 * that is distributed already stays as it is.
 * @throws OperatorError when others use the database, or it cannot be distributed
 */
export function distributeAt(connection: pg.ClientConfig): Promise<Distribution> {
  return withDatabase(connection, async (database) => {
    await requireCluster(database)
    const others = await countOthers(database)
    if (others > 0)
      throw new OperatorError(
        `Others use this database, by ${others} connections: stop Cairn on all machines first.`,
      )
    await migrate(database)
    return database.transaction().execute(distributeTables).catch(explainError)
  })
}

async function requireCluster(database: Kysely<Tables>): Promise<void> {
  if (!(await hasCitus(database)))
    throw new OperatorError(
      'This database has no extension citus: load it on all nodes with shared_preload_libraries, and run ' +
        'CREATE EXTENSION citus as a superuser.',
    )
  const { rows } = await sql`select from pg_dist_node where groupid = 0`.execute(database)
  if (rows.length === 0)
    throw new OperatorError(
      'The nodes do not know the one at DATABASE_URL: run SELECT citus_set_coordinator_host(HOST, PORT) ' +
        'there, with the name by which the other nodes reach it.',
    )
}

/** Names the settings of which a default of PostgreSQL is too small. */
function explainError(error: unknown): never {
  if ((error as { code?: string }).code !== outOfMemory) throw error
  throw new OperatorError(
    'A node keeps too few locks for so many tables: set max_locks_per_transaction to 1024 on all nodes, ' +
      'restart them, and run cairn distribute again.',
    { cause: error },
  )
}
