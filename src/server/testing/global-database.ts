import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { roles } from '#contract/common/endpoint.ts'
import { supervisor } from '#server/database/embedded/roles.ts'
import { startEmbedded } from '#server/database/embedded/start.ts'
import { migrateAt } from '#server/database/migrate.ts'
import { withAdministration } from '#server/database/system/administration.ts'
import { closeToAll, connectTo, dropOnNodes, makeDistributed, makeOnNodes } from './nodes.ts'
import { passTriggers } from './own-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's PostgreSQL, as JSON of a `pg` configuration. */
    database: string
    /** The role there that may do everything. */
    administrator: string
    /** API key of each user of the populated template. */
    keys: Record<string, string>
  }
}

/** A migrated database, to be copied. */
export const templateDatabase = 'cairn_template'
/** A migrated database with `organization`, its people, and empty logs, to be copied. */
export const populatedDatabase = 'cairn_populated'

/** The organization of the tests, and one that its members do not belong to. */
export const organization = 'acme'
const foreignOrganization = 'globex'

/** One PostgreSQL for the whole test run: embedded, or at `CITUS_URL`, where all is distributed. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const citus = process.env['CITUS_URL']
  const run = citus ? await startOnCitus(citus) : await startEmbeddedRun()
  project.provide('database', JSON.stringify(run.connection))
  project.provide('administrator', run.administrator)
  project.provide('keys', run.keys)
  return run.stop
}

/** A server with both databases to be copied. */
interface TestRun {
  connection: pg.ClientConfig
  administrator: string
  keys: Record<string, string>
  stop(): Promise<void>
}

async function startEmbeddedRun(): Promise<TestRun> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cairn-test-'))
  const embedded = await startEmbedded({ dataDir, log: () => undefined })
  const server = { ...embedded.connection, user: supervisor }
  const client = await connectTo(server)
  // Nothing here outlives the run: no test waits for a disk.
  await client.query(`alter system set fsync = off`)
  await client.query(`alter system set synchronous_commit = off`)
  await client.query(`alter system set full_page_writes = off`)
  await client.query(`select pg_reload_conf()`)
  // Beyond what the service may do, tests make databases and roles, and pass by triggers.
  const { user } = embedded.connection
  await client.query(`alter role ${user} createdb createrole`)
  await client.query(`grant set on parameter session_replication_role, deadlock_timeout to ${user}`)
  await client.query(`create database ${templateDatabase} owner ${user}`)
  await migrateAt({ ...embedded.connection, database: templateDatabase })
  await client.query(
    `create database ${populatedDatabase} owner ${user} template ${templateDatabase}`,
  )
  await client.end()
  const keys = await populate({ ...embedded.connection, database: populatedDatabase })
  for (const name of [templateDatabase, populatedDatabase]) await closeToAll(server, name)
  return {
    connection: embedded.connection,
    administrator: supervisor,
    keys,
    async stop() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** On the nodes of Citus that are given, with databases that stay when the run ends. */
async function startOnCitus(url: string): Promise<TestRun> {
  const { host, port, user = '', password } = new pg.Client(url)
  const connection = { host, port, user, password, database: 'postgres' }
  await makeDistributed(connection, templateDatabase)
  await closeToAll(connection, templateDatabase)
  await dropOnNodes(connection, populatedDatabase)
  await makeOnNodes(connection, populatedDatabase, templateDatabase)
  const keys = await populate({ ...connection, database: populatedDatabase })
  await closeToAll(connection, populatedDatabase)
  return { connection, administrator: user, keys, stop: () => Promise.resolve() }
}

/** Adds a user for every role, and `outsider`, and returns their keys. */
async function populate(connection: pg.ClientConfig): Promise<Record<string, string>> {
  const keys = await withAdministration(connection, async (administration) => {
    const added: Record<string, string> = {}
    for (const name of [...roles, 'outsider']) {
      await administration.addUser(name)
      added[name] = await administration.addKey(name, 'test')
    }
    await administration.addOrganization(organization, 'admin')
    await administration.addOrganization(foreignOrganization, 'outsider')
    for (const role of roles) await administration.addMember(organization, role, role)
    return added
  })
  const client = await connectTo(connection)
  await client.query('begin')
  // Logs are append-only otherwise.
  await passTriggers(client)
  for (const log of ['record', 'record_pending', 'record_seal'])
    await client.query(`delete from ${log}`)
  await client.query('commit')
  await client.end()
  return keys
}
