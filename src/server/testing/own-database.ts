import pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { randomBytes } from 'node:crypto'
import { ConsistentRead } from '#server/database/whole/consistent-read.ts'
import { connectTo, dropOnNodes, makeOnNodes } from './nodes.ts'

/** Lets a transaction that has begun pass triggers and foreign keys, on all nodes where there are several. */
export const passTriggers = (client: pg.Client): Promise<unknown> =>
  client.query(`set local citus.propagate_set_commands = 'local';
    set local session_replication_role = 'replica'`)

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

/** Runs work in a transaction past triggers that refuse changes, which ends with the connection. */
async function pastTriggers<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = await connectTo(connection)
  try {
    await client.query('begin')
    await passTriggers(client)
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Runs a statement in a database, past triggers that refuse changes. */
export function rowsOf<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  statement: string,
): Promise<Row[]> {
  return pastTriggers(connection, async (client) => {
    const { rows } = await client.query<Row>(statement)
    await client.query('commit')
    return rows
  })
}

/** Reads a database as a statement would leave it, past triggers, and takes that back. */
export function readAfter<T>(
  connection: pg.ClientConfig,
  statement: string,
  work: (read: ConsistentRead) => Promise<T>,
): Promise<T> {
  return pastTriggers(connection, async (client) => {
    await client.query(statement)
    return work(new ConsistentRead(client))
  })
}
