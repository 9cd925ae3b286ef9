import { sql } from 'kysely'
import type pg from 'pg'
import type { Config } from '#server/platform/config.ts'
import { OperatorError } from '#server/platform/failure.ts'
import { hasEmbedded } from './embedded/start.ts'
import { withDatabase } from './pool.ts'

const remedy = 'run the command with the settings of the service, and as its user'

/**
 * Requires a data folder to have a database, before a command would make one.
 * @throws OperatorError
 */
export async function requireEmbedded({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl || (await hasEmbedded(dataDir))) return
  throw new OperatorError(`There is no database of Cairn in ${dataDir}: ${remedy}.`)
}

/** Requires a database to have been used by Cairn. @throws OperatorError */
export async function requireTables(connection: pg.ClientConfig): Promise<void> {
  const hasTables = await withDatabase(connection, async (database) => {
    const { rows } = await sql<{ found: boolean }>`
      select to_regclass('kysely_migration') is not null as found`.execute(database)
    return rows[0]?.found === true
  })
  if (!hasTables) throw new OperatorError(`The database has no tables of Cairn: ${remedy}.`)
}
