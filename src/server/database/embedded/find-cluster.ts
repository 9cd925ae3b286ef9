import { chmod, mkdir, open, readFile, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { OperatorError } from '#server/platform/failure.ts'
import { canEnter } from './account.ts'
import { commit, isCluster, isMissing, shortName, SYSTEM_FOLDER } from './folders.ts'
import type { Account } from './run.ts'

/** File in a data folder that names the location of a cluster elsewhere. */
const NOTE = 'postgres-location.json'

/**
 * Finds the cluster of a data folder; null if it has none yet.
 * @throws if the cluster that the folder points at is gone, or belongs to another data folder
 */
export async function findCluster(dataFolder: string): Promise<string | null> {
  const inside = join(dataFolder, 'postgres')
  if (await isCluster(inside)) return inside
  const note = await readNote(dataFolder)
  if (!note) return null
  if (note.dataFolder !== dataFolder && (await readNote(note.dataFolder))?.cluster === note.cluster)
    throw new OperatorError(
      `The data folder ${dataFolder} is a copy of ${note.dataFolder}, and shares its database in ` +
        `${note.cluster}: start it under the name of the other, or remove ${NOTE} from it to begin ` +
        'with an empty database.',
    )
  if (await isCluster(note.cluster)) return note.cluster
  throw new OperatorError(
    `The database of the data folder ${dataFolder} was in ${note.cluster}, and is gone. Bring it ` +
      `back, or remove ${join(dataFolder, NOTE)} to begin with an empty database.`,
  )
}

/**
 * Chooses the folder of a new cluster: the data folder, else one that the user can reach.
 * @throws if there is no such folder
 */
export async function chooseHome(
  dataFolder: string,
  account: Account | null,
  systemFolder = SYSTEM_FOLDER,
): Promise<string> {
  if (await canEnter(account, dataFolder)) return dataFolder
  try {
    if (await mkdir(systemFolder, { recursive: true })) await chmod(systemFolder, 0o755)
    const home = await makeUnused(join(systemFolder, shortName(dataFolder)))
    if (await canEnter(account, home)) return home
    await rmdir(home)
    throw new OperatorError(`${systemFolder} is closed to it`)
  } catch (cause) {
    throw new OperatorError(
      `The user ${account?.name}, as which PostgreSQL runs, can reach neither ${dataFolder} nor ` +
        `${systemFolder} (${cause instanceof Error ? cause.message : cause}). Let CAIRN_DATA_DIR ` +
        'name a folder whose parents are open to that user, or set DATABASE_URL.',
      { cause },
    )
  }
}

/**
 * The same data folder leads to the same name, but never to what an earlier folder at this path
 * left behind: who removes a data folder wants an empty database, and nobody's data is overwritten.
 */
async function makeUnused(base: string): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    const home = attempt === 1 ? base : `${base}-${attempt}`
    await mkdir(home, { recursive: true })
    if (await isCluster(join(home, 'postgres'))) continue
    await chmod(home, 0o711)
    return home
  }
}

/** Stores in the data folder where its cluster is, if that is elsewhere; again after a move. */
export async function rememberCluster(dataFolder: string, cluster: string): Promise<void> {
  if (dirname(cluster) === dataFolder) return
  const about = 'The database of this data folder is kept elsewhere. Do not remove this file.'
  const unfinished = join(dataFolder, `${NOTE}.new`)
  const file = await open(unfinished, 'w')
  try {
    await file.writeFile(`${JSON.stringify({ about, dataFolder, cluster }, null, 2)}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await commit(unfinished, join(dataFolder, NOTE))
}

async function readNote(
  dataFolder: string,
): Promise<{ dataFolder: string; cluster: string } | null> {
  try {
    return JSON.parse(await readFile(join(dataFolder, NOTE), 'utf8'))
  } catch (error) {
    if (isMissing(error)) return null
    throw new OperatorError(`${join(dataFolder, NOTE)} cannot be read`, { cause: error })
  }
}
