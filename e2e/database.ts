import type pg from 'pg'
import { findEmbedded } from '#server/database/embedded/start.ts'
import { connectTo as connect } from '#server/testing/nodes.ts'

/** Returns the connection settings of a running service's embedded database. */
export async function connectionOf(dataDir: string): Promise<pg.ClientConfig> {
  const connection = await findEmbedded({ dataDir })
  if (!connection) throw new Error(`no database runs on ${dataDir}`)
  return connection
}

/** Connects to the embedded database of a running service. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  return connect(await connectionOf(dataDir))
}

/** Runs a query in the embedded database of a running service. */
export async function rowsIn<Row extends pg.QueryResultRow>(
  dataDir: string,
  text: string,
): Promise<Row[]> {
  const client = await connectTo(dataDir)
  const { rows } = await client.query<Row>(text)
  await client.end()
  return rows
}
