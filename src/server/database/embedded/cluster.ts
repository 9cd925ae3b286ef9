import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { OperatorError } from '#server/platform/failure.ts'
import { giveTo } from './account.ts'
import { program, type Binaries } from './binaries.ts'
import { commit, isCluster } from './folders.ts'
import { authOptions } from './listen-settings.ts'
import { supervisor } from './roles.ts'
import { run, type Account } from './run.ts'

const UNFINISHED = 'postgres.new-'

/**
 * Makes a cluster named `postgres` in the folder and gives its path. It gets that name when it is
 * finished and on disk, so whatever has the name is whole.
 * @throws with initdb's message if it fails, or if another folder has that name
 */
export async function createCluster(
  home: string,
  binaries: Binaries,
  account: Account | null,
): Promise<string> {
  await removeUnfinished(home)
  const cluster = join(home, 'postgres')
  if ((await readdir(cluster).catch(() => [])).length > 0)
    throw new OperatorError(
      `The folder ${cluster} is in the way of the database: move it elsewhere.`,
    )
  const unfinished = await mkdtemp(join(home, UNFINISHED))
  try {
    await giveTo(account, unfinished)
    await initialize(unfinished, binaries, account, await authOptions(home, account))
    await commit(unfinished, cluster)
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    // Another start may have been first: what it made is as good.
    if (!(await isCluster(cluster))) throw error
  }
  return cluster
}

/**
 * Checks that these programs can open the cluster.
 * @throws if another major version of PostgreSQL made it
 */
export async function checkVersion(cluster: string, binaries: Binaries): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (made === binaries.major) return
  throw new OperatorError(
    `The database in ${cluster} was made by PostgreSQL ${made}, but this Cairn brings PostgreSQL ` +
      `${binaries.major}, which cannot open it: let the Cairn that made it write a backup (cairn backup ` +
      'FILE --with-secret), and restore that with this one into a new data folder (cairn restore FILE).',
  )
}

async function initialize(
  cluster: string,
  binaries: Binaries,
  account: Account | null,
  auth: string[],
): Promise<void> {
  const args = ['-E', 'UTF8', '--no-locale', '--locale-provider=builtin']
  args.push('--builtin-locale=C.UTF-8', '-U', supervisor, '--no-instructions', ...auth)
  const initdb = program(binaries, 'initdb')
  const { code, text } = await run(initdb, args, { account, env: { PGDATA: cluster } })
  if (code !== 0) throw new OperatorError(`PostgreSQL's initdb failed in ${cluster}:\n${text}`)
}

/** Removes what starts that were cut off have left. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home))
    if (name.startsWith(UNFINISHED))
      // An initdb whose service was killed may still be writing: then the next start removes it.
      await rm(join(home, name), { recursive: true, force: true }).catch(() => {})
}
