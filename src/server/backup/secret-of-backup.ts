import type { Config } from '#server/platform/config.ts'
import { OperatorError } from '#server/platform/failure.ts'
import { findKey, storeKey } from '#server/platform/secrets.ts'

type Settings = Pick<Config, 'dataDir' | 'secret'>

/** The key that secrets are stored under now, from the configuration or the data folder. */
export async function presentKey({ secret, dataDir }: Settings): Promise<string | null> {
  return secret ?? (await findKey(dataDir))
}

/**
 * Requires that the key of a backup can be the one of the data folder.
 * @returns what puts it there, unless the present one is the same
 * @throws OperatorError if there is another key
 */
export async function takeKey(config: Settings, key: string): Promise<() => Promise<void>> {
  const present = await presentKey(config)
  if (present !== null && present !== key) throw otherKey(config)
  return async () => {
    if ((present ?? (await storeKey(config.dataDir, key))) !== key) throw otherKey(config)
  }
}

const otherKey = ({ secret, dataDir }: Settings) =>
  new OperatorError(
    secret === null
      ? `The file secret.key in ${dataDir} is another key than the one in the backup: restore into a ` +
          'new data folder.'
      : 'CAIRN_SECRET is another key than the one in the backup: unset it for the restore, or set it to the ' +
          'key that the backup was made under.',
  )
