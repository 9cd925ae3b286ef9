import { randomBytes } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { canEnter, giveTo, isRoot } from './account.ts'
import { hasUnixSockets, shortName } from './folders.ts'
import type { Postmaster } from './postmaster.ts'
import { supervisor } from './roles.ts'
import { run, type Account } from './run.ts'

const PORT = 5432
/** Longest path of a socket that every system accepts, in bytes. */
const MAX_SOCKET_PATH = 103

/** The server's settings that decide where it listens: the same as long as a service lives. */
export async function listenSettings(
  cluster: string,
  account: Account | null,
): Promise<Record<string, string>> {
  if (!hasUnixSockets)
    return {
      listen_addresses: '127.0.0.1',
      port: String(await freePort()),
      unix_socket_directories: '',
    }
  return {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: await makeSocketFolder(dirname(cluster), account),
    unix_socket_permissions: '0700',
  }
}

/** Options of initdb for the authentication of a cluster in this folder. */
export async function authOptions(home: string, account: Account | null): Promise<string[]> {
  // Who reaches the socket through its 0700 folder is the service's user, PostgreSQL's or root, each
  // of which could read the cluster's files anyway: a password would protect nothing.
  if (hasUnixSockets) return ['--auth-local=trust', '--auth-host=reject']
  const file = passwordFile(home)
  const password = randomBytes(32).toString('base64url')
  await writeFile(file, password, { flag: 'wx', mode: 0o600 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
  await giveTo(account, file)
  return ['--auth=scram-sha-256', `--pwfile=${file}`]
}

/**
 * Returns the supervisor's connection to the server of this cluster; null while it does not listen
 * yet.
 */
export async function connectionTo(
  { host, port }: Postmaster,
  cluster: string,
): Promise<pg.ClientConfig | null> {
  if (!host) return null
  const common = { host, port, user: supervisor, database: 'cairn', ssl: false }
  if (hasUnixSockets) return common
  return { ...common, password: (await readFile(passwordFile(join(cluster, '..')), 'utf8')).trim() }
}

/**
 * Makes a private folder for the socket: beside the cluster, where whoever shares the data folder
 * finds it too, else where services with a /tmp of their own do. The server notes it in its cluster.
 */
export async function makeSocketFolder(
  home: string,
  account: Account | null,
  folders = isRoot() ? ['/run'] : [`/run/user/${process.getuid?.()}`, tmpdir(), '/tmp'],
): Promise<string> {
  const name = `cairn-${shortName(home)}`
  for (const folder of [join(home, 'socket'), ...folders.map((parent) => join(parent, name))])
    if (isSuitable(folder) && (await isUsable(folder, account))) return folder
  // Someone else has taken the names.
  const folder = await mkdtemp('/tmp/cairn-')
  await giveTo(account, folder)
  return folder
}

/**
 * Removes the socket of a killed server: it names its process id, which may be another program by
 * now.
 */
export async function clearSocket(folder: string, account: Account | null): Promise<void> {
  const left = [`${folder}/.s.PGSQL.${PORT}`, `${folder}/.s.PGSQL.${PORT}.lock`]
  await run('rm', ['-f', ...left], { account })
}

function isSuitable(folder: string): boolean {
  const length = Buffer.byteLength(`${folder}/.s.PGSQL.${PORT}`)
  return length <= MAX_SOCKET_PATH && /^[\w/.+-]+$/.test(folder)
}

async function isUsable(folder: string, account: Account | null): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 }).catch(() => {})
  const found = await lstat(folder).catch(() => null)
  if (!found?.isDirectory() || (found.mode & 0o077) !== 0) return false
  const user = process.getuid?.()
  if (found.uid !== user && found.uid !== account?.uid) return false
  await giveTo(account, folder)
  return (await canEnter(account, folder)) && (await takesSockets(folder))
}

/** Returns whether the folder's file system supports sockets; not every shared one does. */
async function takesSockets(folder: string): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(join(folder, '.try'), () => server.close(() => resolve(true)))
  })
}

function passwordFile(home: string): string {
  return join(home, 'postgres-password')
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
