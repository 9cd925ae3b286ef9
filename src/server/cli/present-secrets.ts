import { presentKey } from '#server/backup/secret-of-backup.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { withDatabase } from '#server/database/pool.ts'
import { SecretCanary } from '#server/database/system/secret-canary.ts'
import type { Config } from '#server/platform/config.ts'
import { OperatorError } from '#server/platform/failure.ts'
import { Secrets } from '#server/platform/secrets.ts'
import { requireSameKey } from '#server/same-key.ts'

/**
 * Reads the key that the secrets of the database are stored under; none is made.
 * @throws OperatorError where there is none, or it is another one
 */
export async function presentSecrets(
  connection: OpenDatabase['direct'],
  config: Config,
): Promise<{ key: string; secrets: Secrets }> {
  const key = await presentKey(config)
  if (key === null)
    throw new OperatorError(
      `There is no key in ${config.dataDir}, and CAIRN_SECRET is not set: run the command with the settings ` +
        'of the service.',
    )
  const secrets = new Secrets(key, config.previousSecret)
  await withDatabase(connection, (database) => requireSameKey(new SecretCanary(database), secrets))
  return { key, secrets }
}
