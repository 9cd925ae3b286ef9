import { constants, open, rename, rmdir, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { program, type Binaries } from './binaries.ts'
import { listenSettings } from './listen.ts'
import { hasUnixSockets } from './platform.ts'
import { disownPidFile, findPostmaster } from './postmaster.ts'
import { run, type Account } from './run.ts'

/** One cluster, and what it takes to run a server on it. */
export interface Server {
  dataFolder: string
  cluster: string
  binaries: Binaries
  account: Account | null
}

/** After a crash the server replays its log before it is ready. */
const START_SECONDS = 600
const STOP_SECONDS = 60
const LARGEST_LOG = 10 * 1024 * 1024
/** How long a session may go on after its server was killed: until its statement ends. */
const ORPHANS_WAIT_MS = 60_000

const SETTINGS = {
  fsync: 'on',
  shared_buffers: '128MB',
  max_connections: '100',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  // A new table fills within seconds: without fresh statistics its plans are poor.
  autovacuum_naptime: '5s',
  // Statements and rows can carry evidence or secrets; the service reports its failures itself.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/**
 * Starts the server and waits until it accepts connections.
 * @throws with the end of the server's log if it does not start
 */
export async function startServer(server: Server): Promise<void> {
  await disownPidFile(server.cluster, server.account)
  const until = performance.now() + ORPHANS_WAIT_MS
  for (;;) {
    const problem = await tryStart(server)
    if (problem === null) return
    if (!/shared memory block .* is still in use/.test(problem) || performance.now() > until)
      throw new Error(`The database in ${server.cluster} did not start:\n${problem}`)
    await wait(200)
  }
}

/**
 * Stops the server if it runs: ends sessions, rolls back what is open, waits for the end.
 * @throws if it still runs after a minute
 */
export async function stopServer({ cluster, binaries, account }: Server): Promise<void> {
  const running = await findPostmaster(cluster)
  if (!running) return
  const args = ['stop', '-m', 'fast', '-w', '-s', '-t', String(STOP_SECONDS)]
  const options = { account, detached: true, env: { PGDATA: cluster } }
  const { code, text } = await run(program(binaries, 'pg_ctl'), args, options)
  if (code !== 0 && (await findPostmaster(cluster)))
    throw new Error(`The database in ${cluster} did not stop: ${text}`)
  // Fails, as it should, if the folder holds anything.
  if (hasUnixSockets) await rmdir(running.host).catch(() => {})
}

/** Gives null, or what the server said on its failure. */
async function tryStart({ dataFolder, cluster, binaries, account }: Server) {
  const settings = { ...SETTINGS, ...(await listenSettings(dataFolder, account)) }
  const named = Object.entries({ ...settings, 'cairn.data_folder': dataFolder })
  const options = ['-D', cluster, ...named.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const args = ['start', '-w', '-s', '-t', String(START_SECONDS)]
  args.push('-o', options.map(quoted).join(' '))
  const log = await openLog(join(dataFolder, 'postgres.log'), account)
  try {
    const before = (await log.stat()).size
    // The log and the cluster go in as an open file and PGDATA: pg_ctl's own options for them reach
    // the shell in double quotes without escapes, and paths may hold anything.
    const { code, text } = await run(program(binaries, 'pg_ctl'), args, {
      account,
      detached: true,
      env: { PGDATA: cluster },
      output: log.fd,
    })
    return code === 0 ? null : (await endOf(log, before)) || text
  } finally {
    await log.close()
  }
}

async function openLog(path: string, account: Account | null): Promise<FileHandle> {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LARGEST_LOG) await rename(path, `${path}.1`)
  const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0 } = constants
  const log = await open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  // So that a data folder which root has once served still serves its owner.
  if (account) await log.chown(account.uid, account.gid)
  return log
}

async function endOf(log: FileHandle, from: number): Promise<string> {
  const { size } = await log.stat()
  const start = Math.max(from, size - 4096)
  const { buffer, bytesRead } = await log.read(Buffer.alloc(4096), 0, 4096, start)
  return buffer.subarray(0, bytesRead).toString().trim().split('\n').slice(-20).join('\n')
}

/** pg_ctl hands the server's options to a shell. */
function quoted(text: string): string {
  if (!hasUnixSockets) return `"${text}"`
  return `'${text.replaceAll("'", `'\\''`)}'`
}
