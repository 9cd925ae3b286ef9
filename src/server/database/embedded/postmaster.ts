import { randomUUID } from 'node:crypto'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { giveTo } from './account.ts'
import { isMissing } from './folders.ts'
import { run, type Account } from './run.ts'

/** Fields of the pid file that a running server writes into its cluster. */
export interface Postmaster {
  pid: number
  port: number
  /** the folder of its socket, else the address that it listens on */
  host: string
  isReady: boolean
}

/** Larger than any process id of a system. */
const NO_PROCESS = 2_147_483_647

/** Finds the server that runs on this cluster: null if there is none, whatever its pid file says. */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const noted = await notedPostmaster(cluster)
  return noted && (await isServerOf(cluster, noted.pid)) ? noted : null
}

/** Reads the pid file of the last server, which may run in another container, or no longer. */
export async function notedPostmaster(cluster: string): Promise<Postmaster | null> {
  const lines = await readPidFile(cluster)
  const pid = Number(lines?.[0])
  if (!lines || !pid) return null
  return {
    pid,
    port: Number(lines[3]),
    host: lines[4] || lines[5] || '',
    isReady: lines[7]?.trim() === 'ready',
  }
}

/**
 * Lets PostgreSQL start although its pid file names a process that is by now another program.
 * PostgreSQL would take it for a server that runs. The file is not removed: it also names the shared
 * memory by which PostgreSQL itself notices what an earlier server left running.
 */
export async function disownPidFile(cluster: string, account: Account | null): Promise<void> {
  const lines = await readPidFile(cluster)
  if (!lines || (await findPostmaster(cluster))) return
  const file = join(cluster, 'postmaster.pid')
  const changed = join(cluster, `postmaster.pid.${randomUUID()}`)
  await writeFile(changed, [NO_PROCESS, ...lines.slice(1)].join('\n'), { flag: 'wx', mode: 0o600 })
  await giveTo(account, changed)
  await rename(changed, file)
}

async function readPidFile(cluster: string): Promise<string[] | null> {
  try {
    return (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

async function isServerOf(cluster: string, pid: number): Promise<boolean> {
  if (process.platform === 'win32') {
    const filter = ['/nh', '/fo', 'csv', '/fi', `pid eq ${pid}`]
    return (await run('tasklist', filter, { account: null })).text.includes('"postgres.exe"')
  }
  if (process.platform !== 'linux') {
    const { text } = await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { account: null })
    return text.includes(`-D ${cluster}`)
  }
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  if (!/(^|\/)postgres\0/.test(command)) return false
  return command.split('\0').includes(cluster) || (await worksIn(pid, cluster))
}

/** The same cluster may have another path now: moved, or mounted twice. */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  try {
    const [there, here] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(cluster)])
    return there.dev === here.dev && there.ino === here.ino
  } catch {
    return false
  }
}
