import pg from 'pg'
import { distributeAt } from '#server/database/distribute.ts'
import { migrateAt } from '#server/database/migrate.ts'

/**
 * Connects to a database. A connection that the server ends, as where it stops or the database is
 * dropped, fails what is asked by it, and not the whole run.
 */
export async function connectTo(connection: pg.ClientConfig | string): Promise<pg.Client> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** The database of a connection on its server, and on the other one if the run has two nodes. */
function onNodes(connection: pg.ClientConfig): pg.ClientConfig[] {
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
    // By its files: to write each page to the log as well takes twice the processor's time.
    await onDatabase(node, [`create database ${name} template ${template} strategy file_copy`])
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
  const client = await connectTo(connection)
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

/**
 * Lets nobody connect to a database for good, and ends who is: PostgreSQL copies none that others
 * use.
 */
export async function closeToAll(server: pg.ClientConfig, database: string): Promise<void> {
  for (const node of onNodes(server))
    await onDatabase(node, [
      `alter database ${database} allow_connections false`,
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}'`,
    ])
}

/** Makes a migrated and distributed database, in place of one of that name. */
export async function makeDistributed(server: pg.ClientConfig, name: string): Promise<void> {
  await dropOnNodes(server, name)
  await makeOnNodes(server, name)
  // Few shards: a test has one organization or two.
  await onDatabase(server, [`alter database ${name} set citus.shard_count = 2`])
  const connection = { ...server, database: name }
  await beginCluster(connection)
  await migrateAt(connection)
  await distributeAt(connection)
}

const addressOf = ({ host = '', port }: pg.ClientConfig) => `${pg.escapeLiteral(host)}, ${port}`

/** Lets a database be distributed, over the nodes of the run. */
export async function beginCluster(connection: pg.ClientConfig): Promise<void> {
  const [, ...workers] = onNodes(connection)
  for (const worker of workers) await onDatabase(worker, ['create extension citus'])
  await onDatabase(connection, [
    'create extension citus',
    `select citus_set_coordinator_host(${addressOf(connection)})`,
    `select citus_set_node_property(${addressOf(connection)}, 'shouldhaveshards', true)`,
    ...workers.map((worker) => `select citus_add_node(${addressOf(worker)})`),
  ])
}
