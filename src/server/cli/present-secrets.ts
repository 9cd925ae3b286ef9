import { presentKey } from '#server/backup/secret-of-backup.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { withDatabase } from '#server/database/pool.ts'
import { SecretCanary } from '#server/database/system/secret-canary.ts'
import type { Config } from '#server/platform/config.ts'
import { OperatorError } from '#server/platform/failure.ts'
import { Secrets } from '#server/platform/secrets.ts'
import { requireSameKey } from '#server/same-key.ts'

/** Opens the secrets of the database under a key. @throws OperatorError if it is another one */
export async function secretsUnder(
  key: string,
  connection: OpenDatabase['direct'],
  { previousSecret }: Config,
): Promise<Secrets> {
  const secrets = new Secrets(key, previousSecret)
  await withDatabase(connection, (database) => requireSameKey(new SecretCanary(database), secrets))
  return secrets
}

/** Reads the present key; none is made. @throws OperatorError where there is none */
export async function requireKey(config: Config): Promise<string> {
  const key = await presentKey(config)
  if (key !== null) return key
  throw new OperatorError(
    `There is no key in ${config.dataDir}, and CAIRN_SECRET is not set: run the command with the settings ` +
      'of the service.',
  )
}

/**
 * Reads the key that the secrets of the database are stored under; none is made.
 * @throws OperatorError where there is none, or it is another one
 */
export async function presentSecrets(
  connection: OpenDatabase['direct'],
  config: Config,
): Promise<{ key: string; secrets: Secrets }> {
  const key = await requireKey(config)
  return { key, secrets: await secretsUnder(key, connection, config) }
}
