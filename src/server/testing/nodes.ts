import pg from 'pg'

/** The database of a connection on its server, and on the other one if the run has two nodes. */
export function onNodes(connection: pg.ClientConfig): pg.ClientConfig[] {
  const worker = process.env['CITUS_WORKER_URL']
  if (!worker) return [connection]
  const { host, port, user, password } = new pg.Client(worker)
  return [connection, { host, port, user, password, database: connection.database }]
}

/** Makes a database on each node; a copy has the shards of each, and what tells of the nodes. */
export async function makeOnNodes(
  server: pg.ClientConfig,
  name: string,
  template = 'template1',
): Promise<void> {
  for (const node of onNodes(server))
    await onDatabase(node, [`create database ${name} template ${template}`])
}

/** Drops a database on each node, if there is one. */
export async function dropOnNodes(server: pg.ClientConfig, name: string): Promise<void> {
  for (const node of onNodes(server))
    await onDatabase(node, [`drop database if exists ${name} with (force)`])
}

/** Runs statements in a database. */
export async function onDatabase(
  connection: pg.ClientConfig,
  statements: readonly string[],
): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
