import pg from 'pg'
import { distributeAt } from '#server/database/distribute.ts'
import { migrateAt } from '#server/database/migrate.ts'

const drop = (name: string) => `drop database if exists ${name} with (force)`

/**
 * Makes a migrated and distributed database, and a copy: on a node of Citus that holds all shards
 * itself, where PostgreSQL copies them as it copies any table.
 */
export async function makeDistributed(
  server: pg.ClientConfig,
  { database, copy }: { database: string; copy: string },
): Promise<void> {
  await onDatabase(server, [
    drop(database),
    drop(copy),
    `create database ${database}`,
    // Few shards: a test has one organization or two.
    `alter database ${database} set citus.shard_count = 2`,
  ])
  const connection = { ...server, database }
  await beginCluster(connection)
  await migrateAt(connection)
  await distributeAt(connection)
  await letGo(server, database)
  await onDatabase(server, [`create database ${copy} template ${database}`])
}

/** Lets a database be distributed, over this node alone. */
export async function beginCluster(connection: pg.ClientConfig): Promise<void> {
  const place = `${pg.escapeLiteral(connection.host ?? '')}, ${connection.port}`
  await onDatabase(connection, [
    'create extension citus',
    `select citus_set_coordinator_host(${place})`,
    `select citus_set_node_property(${place}, 'shouldhaveshards', true)`,
  ])
}

/** Ends what Citus itself keeps connected to a database, which could not be copied else, for good. */
export const letGo = (server: pg.ClientConfig, database: string): Promise<void> =>
  onDatabase(server, [
    `alter database ${database} allow_connections false`,
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}'`,
  ])

async function onDatabase(connection: pg.ClientConfig, statements: string[]): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
