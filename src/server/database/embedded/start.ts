import { realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type pg from 'pg'
import { accountFor, admit, canEnter, giveClusterTo } from './account.ts'
import { usableBinaries } from './binaries.ts'
import { checkVersion, createCluster } from './cluster.ts'
import { chooseHome, findCluster, rememberCluster } from './cluster-place.ts'
import { ensureDatabase, probe } from './connect.ts'
import { isMissing, openDataFolder } from './folders.ts'
import type { Account } from './run.ts'
import { connectionOf, joinRunning } from './running.ts'
import { startServer, stopServer, type Server } from './server.ts'
import { takeStartLock } from './start-lock.ts'

/** A running embedded PostgreSQL. */
export interface EmbeddedDatabase {
  /** how to connect: a socket's folder, or loopback with a password */
  connection: pg.ClientConfig
  /**
   * Stops the server (fast mode) and waits for it; nothing happens if it is gone already. For the
   * holder of the service lock only, and while it holds it: others may have adopted the server.
   * @throws if the server still runs after a minute
   */
  stop(): Promise<void>
  /** true when a server left by an earlier service was found running and taken over */
  adopted: boolean
}

/** What the embedded PostgreSQL needs to know. */
export interface StartOptions {
  /** Cairn's data folder, absolute or relative; it is made if it does not exist */
  dataDir: string
  /** is told one sentence per call */
  log: (message: string) => void
}

/**
 * Starts the embedded PostgreSQL of a data folder: makes its database on the first start, takes
 * over a server that still runs, else starts one. Follow it with `takeServiceLock`.
 * @throws with what went wrong and what to do about it
 */
export async function startEmbedded({ dataDir, log }: StartOptions): Promise<EmbeddedDatabase> {
  const dataFolder = await openDataFolder(dataDir)
  const endStart = await takeStartLock(dataFolder, log)
  try {
    const server = await prepare(dataFolder, log)
    let connection = await joinRunning(server, log)
    const adopted = connection !== null
    if (adopted) log('Found the database running since an earlier start, and took it over.')
    else await startServer(server)
    connection ??= await connectionOf(server.cluster)
    if (!connection)
      throw new Error(`The database in ${server.cluster} ended right after its start.`)
    await ensureDatabase(connection)
    return { connection, adopted, stop: () => stop(server, log) }
  } finally {
    await endStart()
  }
}

/**
 * Connects to the server of this data folder if one is running, else gives null: for administration
 * beside a live service.
 * @throws if the data folder belongs to another user
 */
export async function findEmbedded({ dataDir }: StartOptions): Promise<pg.ClientConfig | null> {
  const dataFolder = await realpath(resolve(dataDir)).catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
  const cluster = dataFolder && (await findCluster(dataFolder))
  const connection = cluster && (await connectionOf(cluster))
  if (!connection) return null
  return (await probe(connection)) === 'open' ? connection : null
}

async function prepare(dataFolder: string, log: (message: string) => void): Promise<Server> {
  const found = await findCluster(dataFolder)
  const account = await accountFor(found)
  if (account) log(describe(account))
  const binaries = await usableBinaries(account, log)
  if (!found || dirname(found) === dataFolder) await admit(account, dataFolder)
  const cluster =
    found ?? (await createCluster(await chooseHome(dataFolder, account), binaries, account))
  await rememberCluster(dataFolder, cluster)
  if (!found) log(`Made a new database in ${cluster}.`)
  if (dirname(cluster) !== dataFolder)
    log(`The user ${account?.name} cannot reach ${dataFolder}, so the database is in ${cluster}.`)
  await giveClusterTo(account, cluster)
  await checkVersion(cluster, binaries)
  if (!(await canEnter(account, cluster)))
    throw new Error(
      `The user ${account?.name}, who owns the database in ${cluster}, cannot reach it: ` +
        'open the folders above it to that user (chmod o+x).',
    )
  return { dataFolder, cluster, binaries, account }
}

function describe(account: Account): string {
  const said = `PostgreSQL refuses to run as root, so it runs as the user ${account.name}.`
  if (account.name !== 'nobody') return said
  return `${said} Create a user named cairn to keep it apart from other programs of that user.`
}

/** Under the start lock, so that no start finds the server half stopped. */
async function stop(server: Server, log: (message: string) => void): Promise<void> {
  // The data folder may be gone.
  const endStop = await takeStartLock(server.dataFolder, log).catch(() => async () => {})
  try {
    await stopServer(server)
  } finally {
    await endStop()
  }
}
