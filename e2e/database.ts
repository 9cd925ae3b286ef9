import pg from 'pg'
import { findEmbedded } from '#server/database/embedded/start.ts'

/** Returns the connection settings of a running service's embedded database. */
export async function connectionOf(dataDir: string): Promise<pg.ClientConfig> {
  const connection = await findEmbedded({ dataDir })
  if (!connection) throw new Error(`no database runs on ${dataDir}`)
  return connection
}

/** Connects to the embedded database of a running service. */
export async function connectTo(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client(await connectionOf(dataDir))
  await client.connect()
  return client
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
