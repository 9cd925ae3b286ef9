import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { connectTo, dropOnNodes, makeOnNodes } from './nodes.ts'
import { passTriggers } from './pass-triggers.ts'

type DatabaseConfig = pg.ClientConfig & { database: string }

/** Connection to the PostgreSQL of the test run. */
export const testServer = () => JSON.parse(inject('database')) as pg.ClientConfig

/** Makes a database: a copy of `template`, or one without tables. */
export async function makeDatabase(template = 'template1'): Promise<{
  connection: DatabaseConfig
  /** Ends whatever still reads it, too. */
  drop(): Promise<void>
}> {
  const server = testServer()
  const database = `test_${randomBytes(6).toString('hex')}`
  await makeOnNodes(server, database, template)
  return {
    connection: { ...server, database },
    // By the supervisor, since the service's role may not end an autovacuum.
    drop: () => dropOnNodes({ ...server, user: inject('administrator') }, database),
  }
}

/** Makes a database without tables, dropped after the test. */
export async function emptyDatabase(): Promise<DatabaseConfig> {
  const { connection, drop } = await makeDatabase()
  onTestFinished(drop)
  return connection
}

/** Runs a statement in a database, past triggers that refuse changes. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  statement: string,
): Promise<Row[]> {
  const client = await connectTo(connection)
  try {
    await client.query('begin')
    await passTriggers(client)
    const { rows } = await client.query<Row>(statement)
    await client.query('commit')
    return rows
  } finally {
    await client.end()
  }
}
