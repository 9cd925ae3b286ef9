import { chmod, chown, lchown, stat } from 'node:fs/promises'
import { OperatorError } from '#server/platform/failure.ts'
import { run, type Account } from './run.ts'

const CANDIDATES = ['cairn', 'postgres', 'nobody']

/** Returns whether the service runs as root. */
export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/**
 * Decides which user PostgreSQL runs as: null is the service's own. PostgreSQL refuses root, so as
 * root it is the owner of the cluster that exists, else the first of cairn, postgres and nobody.
 * @throws if the service runs as root and none of these users exists
 */
export async function accountFor(cluster: string | null): Promise<Account | null> {
  if (!isRoot()) return null
  if (cluster) {
    // A cluster keeps its owner, also when a better candidate appears later.
    const { uid, gid } = await stat(cluster)
    if (uid !== 0) return { name: await nameOf(uid), uid, gid }
  }
  for (const name of CANDIDATES) {
    const [uid, gid] = await Promise.all([id('-u', name), id('-g', name)])
    if (uid && gid) return { name, uid: Number(uid), gid: Number(gid) }
  }
  throw new OperatorError(
    'PostgreSQL does not run as root, and none of the users cairn, postgres and nobody exists. ' +
      'Create a user named cairn, or start Cairn as another user than root.',
  )
}

/** Returns whether the user can enter the folder, by trying, as modes alone do not show it. */
export async function canEnter(account: Account | null, folder: string): Promise<boolean> {
  if (!account) return true
  const { code } = await run('/bin/sh', ['-c', 'cd -- "$0"', folder], { account })
  return code === 0
}

/** Lets the user pass through a folder that only root can enter. Nobody else gains access. */
export async function admit(account: Account | null, folder: string): Promise<void> {
  if (!account || (await canEnter(account, folder))) return
  const { uid, gid, mode } = await stat(folder)
  const isRootsOwn = uid === 0 && (mode & 0o007) === 0 && (gid === 0 || (mode & 0o070) === 0)
  if (!isRootsOwn) return
  await chown(folder, uid, account.gid)
  await chmod(folder, 0o710)
  if (await canEnter(account, folder)) return
  // A folder above is closed, so nothing is won.
  await chown(folder, uid, gid)
  await chmod(folder, mode & 0o7777)
}

/** Makes the user the owner of one file or folder, never of what a symbolic link points at. */
export async function giveTo(account: Account | null, path: string): Promise<void> {
  if (account) await lchown(path, account.uid, account.gid)
}

/** Makes the user the owner of a cluster that belongs to root, as a copy made by root does. */
export async function giveClusterTo(account: Account | null, cluster: string): Promise<void> {
  if (!account || (await stat(cluster)).uid !== 0) return
  const owner = `${account.uid}:${account.gid}`
  const { code, text } = await run('chown', ['-R', '-h', owner, cluster], { account: null })
  if (code !== 0)
    throw new OperatorError(`Could not give ${cluster} to the user ${account.name}: ${text}`)
}

async function nameOf(uid: number): Promise<string> {
  return (await id('-un', String(uid))) ?? `number ${uid}`
}

async function id(option: string, user: string): Promise<string | null> {
  const { code, text } = await run('id', [option, user], { account: null })
  return code === 0 ? text : null
}
