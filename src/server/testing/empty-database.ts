import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { dropDatabase, testServer } from './app.ts'
import { makeOnNodes } from './nodes.ts'
import { passTriggers } from './pass-triggers.ts'

/** Makes a database without tables, dropped after the test. */
export async function emptyDatabase(): Promise<pg.ClientConfig & { database: string }> {
  const database = `empty_${randomBytes(6).toString('hex')}`
  await makeOnNodes(testServer(), database)
  onTestFinished(() => dropDatabase(database))
  return { ...testServer(), database }
}

/** Runs a statement in a database, past triggers that refuse changes. */
export async function rowsOf<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
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
