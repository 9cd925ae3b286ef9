import { execFileSync, type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Finds a free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address ? address.port : 0
}

/** A service in a process of its own. */
export interface Service {
  host: string
  port: number
  dataDir: string
  process: ChildProcess
  /** Returns its output so far. */
  output(): string
  /** Stops it gracefully and waits for its end. */
  stop(): Promise<void>
  /** Kills it and waits for its end. */
  kill(): Promise<void>
}

/** Starts the built service on a data folder and waits until it is ready. */
export async function startService(
  dataDir: string,
  options: {
    port?: number
    env?: Record<string, string>
    args?: string[]
    /** Command that starts it, instead of Node.js. */
    command?: string[]
    uid?: number
    /** A command that runs the service as its child, such as in namespaces of its own. */
    inside?: string[]
    /** Folder in which the service is built. Default: this one. */
    cwd?: string
  } = {},
): Promise<Service> {
  const port = options.port ?? (await freePort())
  const { inside = [], command = ['node', 'dist/server/main.js'], args = [] } = options
  const [program = '', ...rest] = [...inside, ...command, ...args]
  const child = spawn(program, rest, {
    cwd: options.cwd ?? root,
    env: {
      ...process.env,
      PORT: String(port),
      CAIRN_DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.uid }),
  })
  let output = ''
  const note = (chunk: Buffer) => (output += chunk.toString())
  child.stdout.on('data', note)
  child.stderr.on('data', note)
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    // The parent in namespaces does not forward signals, but ends the service when killed.
    if (inside.length > 0 && signal === 'SIGTERM') process.kill(childOf(Number(child.pid)), signal)
    else child.kill(signal)
    await ended
  }
  const host = `http://localhost:${port}`
  // Asked all the time instead, it takes longer to start.
  const isStarted = async () => output.includes('Cairn is ready on') && isReady(host)
  for (let tries = 0; !(await isStarted()); tries += 1) {
    if (child.exitCode !== null || tries > 1200)
      throw new Error(`The service did not start:\n${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    host,
    port,
    dataDir,
    process: child,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** Returns the single child of a process. */
export function childOf(pid: number): number {
  return parseInt(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'), 10)
}

async function isReady(host: string): Promise<boolean> {
  return fetch(`${host}/ready`).then(
    (response) => response.ok,
    () => false,
  )
}

/** Runs an administration command on a data folder and returns its output. */
export function cairn(dataDir: string, ...args: string[]): string {
  return cairnWith({ CAIRN_DATA_DIR: dataDir }, ...args)
}

/** Runs an administration command with environment variables and returns its output. */
export function cairnWith(env: Record<string, string>, ...args: string[]): string {
  return execFileSync('node', ['dist/server/cairn.js', ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  }).trim()
}
