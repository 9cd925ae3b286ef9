import pg from 'pg'
import { distributeAt } from '#server/database/distribute.ts'
import { migrateAt } from '#server/database/migrate.ts'
import { dropOnNodes, makeOnNodes, onDatabase, onNodes } from './nodes.ts'

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
