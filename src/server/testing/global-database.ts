import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#server/database/embedded/start.ts'
import { migrateAt } from '#server/database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's PostgreSQL, as JSON of a `pg` configuration. */
    database: string
  }
}

/** Name of the migrated database that every test file copies. */
export const templateDatabase = 'cairn_template'

/** One embedded PostgreSQL for the whole test run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-test-'))
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  const client = new pg.Client(embedded.connection)
  await client.connect()
  // Nothing here outlives the run: no test waits for a disk.
  await client.query(`alter system set fsync = off`)
  await client.query(`alter system set synchronous_commit = off`)
  await client.query(`alter system set full_page_writes = off`)
  await client.query(`select pg_reload_conf()`)
  await client.query(`create database ${templateDatabase}`)
  await client.end()
  await migrateAt({ ...embedded.connection, database: templateDatabase })
  project.provide('database', JSON.stringify(embedded.connection))
  return async () => {
    await embedded.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
