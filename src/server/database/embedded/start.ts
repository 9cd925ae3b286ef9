import { realpath } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { OperatorError } from '#server/platform/failure.ts'
import { accountFor, admit, canEnter, giveClusterTo } from './account.ts'
import { usableBinaries } from './binaries.ts'
import { checkVersion, createCluster } from './cluster.ts'
import { countSessions, probe } from './connect.ts'
import { chooseHome, findCluster, rememberCluster } from './find-cluster.ts'
import { hasUnixSockets, isMissing, openDataFolder } from './folders.ts'
import { connectionTo, listenSettings } from './listen-settings.ts'
import { type Holder, type OwnerLock, takeOwnerLock } from './owner-lock.ts'
import { findPostmaster, notedPostmaster } from './postmaster.ts'
import { asService, ensureServiceDatabase } from './roles.ts'
import type { Account } from './run.ts'
import { type Server, stopServer } from './server.ts'
import { superviseServer } from './supervise.ts'

/** A running embedded PostgreSQL. */
export interface EmbeddedDatabase {
  /** how the service connects, without superuser: a socket's folder, or loopback with a password */
  connection: pg.ClientConfig
  /**
   * Stops the server and releases the data folder; leaves the server of another process alone.
   * @throws if the server still runs after a minute
   */
  stop(): Promise<void>
}

/** Options of the embedded PostgreSQL. */
export interface StartOptions {
  /** Cairn's data folder, absolute or relative; it is made if it does not exist */
  dataDir: string
  /** called with one sentence at a time */
  log: (message: string) => void
  /** called when the database has stopped for good: this process can only end */
  onEnd?: (reason: OperatorError) => void
}

/** Milliseconds that a command tries to reach the server of a running service. */
const REACH_MS = 15_000

/**
 * Starts the embedded PostgreSQL of a data folder for a service, and keeps it running: makes its
 * database on the first start, and holds the folder until `stop`.
 * @throws OperatorError with what went wrong and what to do about it
 */
export async function startEmbedded(options: StartOptions): Promise<EmbeddedDatabase> {
  const dataFolder = await openDataFolder(options.dataDir)
  const announce = once(options.log)
  const lock = await takeOwnerLock<never>(dataFolder, 'service', async (holder, isRenewed) => {
    if (holder.role === 'command') announce(commandUnderWay)
    else if (isRenewed)
      throw new OperatorError(
        `Another Cairn is running on the data folder ${dataFolder} (${described(holder)}). ` +
          'Stop it first, or give this one a folder of its own with CAIRN_DATA_DIR.',
      )
    else
      announce(`Waiting until the data folder is free: ${described(holder)} has not released it.`)
    return null
  })
  return startWith(lock, dataFolder, options)
}

/**
 * Connects to the database of a data folder for a command: beside a live service to its server, else
 * to one of its own, which ends with the command.
 * @throws OperatorError with what went wrong and what to do about it
 */
export async function joinEmbedded(options: StartOptions): Promise<EmbeddedDatabase> {
  const dataFolder = await openDataFolder(options.dataDir)
  const announce = once(options.log)
  const until = performance.now() + REACH_MS
  const joined = await takeOwnerLock(dataFolder, 'command', async (holder, isRenewed) => {
    if (holder.role === 'command') {
      announce(commandUnderWay)
      return null
    }
    const connection = await findEmbedded(options)
    if (connection) return { connection, stop: () => Promise.resolve() }
    if (isRenewed && performance.now() > until)
      throw new OperatorError(
        `Cairn is running on the data folder ${dataFolder} (${described(holder)}), but its database ` +
          'cannot be reached from here: run the command where the service runs, such as inside its ' +
          'container.',
      )
    return null
  })
  return 'connection' in joined ? joined : startWith(joined, dataFolder, options)
}

/** Returns whether a data folder has a database, without making either. */
export const hasEmbedded = async (dataDir: string): Promise<boolean> =>
  (await clusterIn(dataDir)) !== null

async function clusterIn(dataDir: string): Promise<string | null> {
  const dataFolder = await realpath(resolve(dataDir)).catch((error) => {
    if (isMissing(error)) return null
    throw error
  })
  return dataFolder && findCluster(dataFolder)
}

/**
 * Returns the connection to the server of this data folder if one is running, else null.
 * @throws OperatorError if the data folder belongs to another user
 */
export async function findEmbedded({
  dataDir,
}: Pick<StartOptions, 'dataDir'>): Promise<pg.ClientConfig | null> {
  const cluster = await clusterIn(dataDir)
  // Through a socket, a server in another container is reached as well as one that is seen here.
  const running = cluster && (await (hasUnixSockets ? notedPostmaster : findPostmaster)(cluster))
  const connection = running && (await connectionTo(running, cluster))
  if (!connection) return null
  return (await probe(connection)) === 'open' ? asService(connection) : null
}

const commandUnderWay = 'A command is just working on this data folder: waiting for its end.'

const described = ({ host, pid }: Holder) => `process ${pid} on ${host}`

function once(log: (message: string) => void): (message: string) => void {
  let isSaid = false
  return (message) => {
    if (!isSaid) log(message)
    isSaid = true
  }
}

async function startWith(
  lock: OwnerLock,
  dataFolder: string,
  { log, onEnd = () => undefined }: StartOptions,
): Promise<EmbeddedDatabase> {
  let close = lock.release
  try {
    const prepared = await prepare(dataFolder, log)
    await endOrphanedServer(prepared, lock, log)
    const listening = await listenSettings(prepared.cluster, prepared.account)
    const server = { ...prepared, lockFile: lock.file, listening }
    const stop = await superviseServer({ server, lock, log, onEnd })
    close = () => stop().then(lock.release)
    const running = await findPostmaster(server.cluster)
    const connection = running && (await connectionTo(running, server.cluster))
    if (!connection)
      throw new OperatorError(`The database in ${server.cluster} ended right after its start.`)
    await ensureServiceDatabase(connection)
    return { connection: asService(connection), stop: close }
  } catch (error) {
    await close()
    throw error
  }
}

async function prepare(
  dataFolder: string,
  log: (message: string) => void,
): Promise<Omit<Server, 'lockFile' | 'listening'>> {
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
    throw new OperatorError(
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

/** Milliseconds after which sessions of a killed service have ended. */
const SESSIONS_END_MS = 5_000

/**
 * Stops a server that a killed holder left running on the cluster of this data folder. A server of
 * another program is left alone.
 * @throws OperatorError if somebody uses it, or its owner is unknown
 */
export async function endOrphanedServer(
  server: Pick<Server, 'cluster' | 'binaries' | 'account'>,
  { isSuccessor }: Pick<OwnerLock, 'isSuccessor'>,
  log: (message: string) => void,
): Promise<void> {
  const until = performance.now() + SESSIONS_END_MS
  for (;;) {
    const running = await findPostmaster(server.cluster)
    if (!running) return
    const connection = await connectionTo(running, server.cluster)
    const sessions = connection ? await countSessions(connection) : null
    if (sessions === 0 || (sessions === null && isSuccessor)) break
    if (performance.now() > until)
      throw new OperatorError(
        `A database server that this Cairn did not start (process ${running.pid}) runs on ` +
          `${server.cluster}${sessions ? ', and others use it' : ''}: stop it first.`,
      )
    await wait(100)
  }
  log('An earlier Cairn ended without stopping its database server: it is stopped now.')
  await stopServer(server)
}
