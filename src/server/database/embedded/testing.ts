import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { accountFor, admit } from './account.ts'
import { installedBinaries } from './binaries.ts'
import { createCluster } from './cluster.ts'
import { openDataFolder, shortName } from './folders.ts'
import { findPostmaster } from './postmaster.ts'
import { supervisor } from './roles.ts'
import { run } from './run.ts'
import { type EmbeddedDatabase, startEmbedded } from './start.ts'

/** A folder that every user can pass through, deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-test-'))
  await chmod(folder, 0o711)
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** A data folder that does not exist yet, whose server ends with the test. */
export async function dataFolder(name = 'data'): Promise<string> {
  const folder = join(await temporaryFolder(), name)
  onTestFinished(async () => {
    await killServer(join(folder, 'postgres'))
    for (const place of [tmpdir(), '/tmp', '/run'])
      await rm(join(place, `cairn-${shortName(folder)}`), { recursive: true, force: true })
  })
  return folder
}

/** A data folder with a database that has never run, copied to spare the time of another initdb. */
export async function preparedFolder(): Promise<string> {
  template ??= await makeTemplate()
  const folder = await dataFolder()
  const { code, text } = await run('cp', ['-a', template, folder], { account: null })
  if (code !== 0) throw new Error(text)
  return folder
}

let template: string | null = null
afterAll(() => template && rm(join(template, '..'), { recursive: true, force: true }))

async function makeTemplate(): Promise<string> {
  const temporary = await mkdtemp(join(tmpdir(), 'cairn-test-'))
  await chmod(temporary, 0o711)
  const folder = await openDataFolder(join(temporary, 'template'))
  const account = await accountFor(null)
  await admit(account, folder)
  await createCluster(folder, installedBinaries(), account)
  return folder
}

/** Starts the database in this process; the server ends with the test. */
export async function start(
  dataDir: string,
): Promise<EmbeddedDatabase & { said: string; serverPid: number }> {
  const said: string[] = []
  const database = await startEmbedded({ dataDir, log: (message) => said.push(message) })
  onTestFinished(() => database.stop())
  return { ...database, said: said.join('\n'), serverPid: await serverPid(database.connection) }
}

/** Runs one statement on a connection of its own. */
export async function query(
  connection: pg.ClientConfig,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** The process id of the server's postmaster. */
export async function serverPid(connection: pg.ClientConfig): Promise<number> {
  const file = "SELECT pg_read_file('postmaster.pid') AS file"
  const [row] = await query({ ...connection, user: supervisor }, file)
  return parseInt(String(row?.file), 10)
}

/** Kills the server of a cluster as a crash does, and waits until it is gone. */
export async function killServer(cluster: string): Promise<void> {
  const running = await findPostmaster(cluster)
  if (!running) return
  process.kill(running.pid, 'SIGKILL')
  await gone(running.pid)
}

/** Waits until a process has ended. */
export async function gone(pid: number): Promise<void> {
  while (await isAlive(pid)) await wait(10)
}

/** Returns whether a process runs: an ended one that its parent has not reaped does not. */
export async function isAlive(pid: number): Promise<boolean> {
  const { text } = await run('ps', ['-o', 'stat=', '-p', String(pid)], { account: null })
  return text !== '' && !text.startsWith('Z')
}
