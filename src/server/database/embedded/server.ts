import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, type FileHandle, open, rename, rmdir, stat } from 'node:fs/promises'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { OperatorError } from '#server/platform/failure.ts'
import { type Binaries, program } from './binaries.ts'
import { hasUnixSockets } from './folders.ts'
import { clearSocket } from './listen-settings.ts'
import { disownPidFile, findPostmaster } from './postmaster.ts'
import { type Account, run, surroundings } from './run.ts'

/** A cluster, and the settings of a server on it. */
export interface Server {
  dataFolder: string
  cluster: string
  binaries: Binaries
  account: Account | null
  /** the data folder's lock, without which no server may run */
  lockFile: string
  /** the settings that decide where it listens */
  listening: Record<string, string>
}

/** A server that this process has started. */
interface RunningServer {
  /** resolves with the reason when it ends */
  ended: Promise<string>
  signal(signal: 'SIGINT' | 'SIGQUIT'): void
}

/** After a crash the server replays its log before it is ready. */
const START_MS = 600_000
const STOP_SECONDS = 60
const LARGEST_LOG = 10 * 1024 * 1024
/** Milliseconds that a session may go on after its server was killed: until its statement ends. */
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
 * @param stopping gives the start up again
 * @throws OperatorError with the end of the server's log if it does not start
 */
export async function startServer(server: Server, stopping: AbortSignal): Promise<RunningServer> {
  await disownPidFile(server.cluster, server.account)
  const until = performance.now() + ORPHANS_WAIT_MS
  for (;;) {
    const started = await tryStart(server, stopping)
    if (typeof started !== 'string') return started
    const isPassing = /shared memory block [^\n]{1,99} is still in use/.test(started)
    if (!isPassing || stopping.aborted || performance.now() > until)
      throw new OperatorError(`The database in ${server.cluster} did not start:\n${started}`)
    await wait(200)
  }
}

/**
 * Stops the server if it runs: ends sessions, rolls back what is open, waits for the end.
 * @throws if it still runs after a minute
 */
export async function stopServer({
  cluster,
  binaries,
  account,
}: Pick<Server, 'cluster' | 'binaries' | 'account'>): Promise<void> {
  const running = await findPostmaster(cluster)
  if (!running) return
  const args = ['stop', '-m', 'fast', '-w', '-s', '-t', String(STOP_SECONDS)]
  const options = { account, detached: true, env: { PGDATA: cluster } }
  const { code, text } = await run(program(binaries, 'pg_ctl'), args, options)
  if (code !== 0 && (await findPostmaster(cluster)))
    throw new OperatorError(`The database in ${cluster} did not stop: ${text}`)
  // Fails, as it should, if the folder holds anything.
  if (running.host.startsWith('/')) await rmdir(running.host).catch(() => {})
}

/** Starts the server once; returns it, or its error output. */
async function tryStart(server: Server, stopping: AbortSignal): Promise<RunningServer | string> {
  const { dataFolder, cluster, binaries, account, lockFile, listening } = server
  const settings = { ...SETTINGS, ...listening, 'cairn.data_folder': dataFolder }
  const named = Object.entries(settings)
  const args = ['-D', cluster, ...named.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const socketFolder = listening['unix_socket_directories']
  if (socketFolder) await clearSocket(socketFolder, account)
  const log = await openLog(join(dataFolder, 'postgres.log'), account)
  try {
    const before = (await log.stat()).size
    if (stopping.aborted) return 'The start was given up.'
    const child = spawn(program(binaries, 'postgres'), args, {
      ...surroundings(account),
      // A session of its own, which the terminal's Ctrl-C does not reach.
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    })
    const endGuard = child.pid ? guardServer(lockFile, child.pid) : () => undefined
    const ended = endOf(child).finally(endGuard)
    const giveUp = () => void child.kill('SIGINT')
    stopping.addEventListener('abort', giveUp)
    const isReady = await Promise.race([ready(cluster, child), ended.then(() => false)])
    stopping.removeEventListener('abort', giveUp)
    if (isReady) return { ended, signal: (signal) => void child.kill(signal) }
    return (await lastLines(log, before)) || (await ended)
  } finally {
    await log.close()
  }
}

/** Describes for the operator how a server ended. */
async function endOf(child: ChildProcess): Promise<string> {
  try {
    const [code, signal] = await once(child, 'exit')
    return signal ? `signal ${signal}` : `exit code ${code}`
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Waits until the server accepts connections; false when that takes too long. */
async function ready(cluster: string, child: ChildProcess): Promise<boolean> {
  const until = performance.now() + START_MS
  while (child.exitCode === null && child.signalCode === null && performance.now() < until) {
    const found = await findPostmaster(cluster)
    if (found?.pid === child.pid && found?.isReady) return true
    await wait(25)
  }
  child.kill('SIGINT')
  return false
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

async function lastLines(log: FileHandle, from: number): Promise<string> {
  const { size } = await log.stat()
  const start = Math.max(from, size - 4096)
  const { buffer, bytesRead } = await log.read(Buffer.alloc(4096), 0, 4096, start)
  return buffer.subarray(0, bytesRead).toString().trim().split('\n').slice(-20).join('\n')
}

/**
 * Renews the lock ($1) as long as the server ($2) runs, also while the service is too busy to; ends
 * the server when the lock has another holder, and when the service has ended, which closes the pipe.
 */
const SCRIPT = `
trap '' HUP INT TERM
exec 3<&0
{ cat <&3 > /dev/null; kill -INT "$2"; sleep 60; kill -KILL "$2" $$; } &
pipe=$!
while kill -0 "$2"; do
  if [ ! -e "$1" ]; then kill -QUIT "$2"; break; fi
  touch -c "$1"
  sleep 1
done
kill -KILL "$pipe"`

/**
 * Starts a process that ties a server to its service and to the lock of the data folder, and starts
 * it again if somebody ends it. Gives the function that ends it.
 */
function guardServer(lockFile: string, serverPid: number): () => void {
  // Where there is no shell, the service alone renews its lock.
  if (!hasUnixSockets) return () => undefined
  let pid: number | undefined
  let isOver = false
  const start = () => {
    if (isOver) return
    const guard = spawn('/bin/sh', ['-c', SCRIPT, 'cairn-guard', lockFile, String(serverPid)], {
      // in a group of its own, which a terminal's Ctrl-C does not reach
      detached: true,
      cwd: '/',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    pid = guard.pid
    guard.unref()
    if (guard.stdin instanceof Socket) guard.stdin.unref()
    guard.stdin.on('error', () => undefined)
    guard.on('error', () => undefined)
    guard.once('exit', () => void setTimeout(start, 1_000).unref())
  }
  start()
  return () => {
    isOver = true
    try {
      if (pid) process.kill(-pid, 'SIGKILL')
    } catch {
      // It has ended by itself, together with the server.
    }
  }
}
