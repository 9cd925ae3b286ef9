import type { Command } from 'commander'
import { operatorWrite } from '#server/database/system/operator.ts'
import { EncryptedTexts } from '#server/database/system/encrypted-texts.ts'
import { SecretCanary } from '#server/database/system/secret-canary.ts'
import { migrateUnlessUsed } from '#server/database/migrate.ts'
import { withDatabase } from '#server/database/pool.ts'
import type { Config } from '#server/platform/config.ts'
import { OperatorError } from '#server/platform/failure.ts'
import { Secrets } from '#server/platform/secrets.ts'
import { acceptKey } from '#server/same-key.ts'
import type { Database } from './lists.ts'
import { onDatabase, say } from './on-database.ts'
import { requireKey } from './present-secrets.ts'

/** Adds the commands about the secret that others are stored under. */
export function addSecretCommands(program: Command): void {
  const secret = program.command('secret').description('the key that secrets are stored under')
  secret
    .command('rotate')
    .description(
      'store secrets under the present key in place of that of CAIRN_SECRET_PREVIOUS, while Cairn runs with both or not at all',
    )
    .action(() =>
      withSecrets(openToRotate, async (tx, secrets) => {
        // Loaded here: it brings along what other commands start without.
        const { rotateSecret } = await import('#server/rotate-secret.ts')
        const done = await rotateSecret(new EncryptedTexts(tx), new SecretCanary(tx), secrets)
        await operatorWrite(tx).logInstance('secret_rotated', {
          sealed: done.rotated,
          lost: done.lost,
        })
        return (
          `${done.rotated} secrets are stored under the present key: CAIRN_SECRET_PREVIOUS can go.` +
          (done.lost > 0 ? ` ${done.lost} open under neither key, and stay as they are.` : '')
        )
      }),
    )
  secret
    .command('accept')
    .description('take the present key as the one of this database, where the former one is lost')
    .action(() =>
      withSecrets(
        // It makes a key where there is none.
        (config) => Secrets.open(config.dataDir, config),
        async (tx, secrets) => {
          await acceptKey(new SecretCanary(tx), secrets)
          await operatorWrite(tx).logInstance('secret_accepted', {})
          return 'Secrets are stored under the present key from now on.'
        },
      ),
    )
}

/** Opens secrets under the present key and the former. @throws OperatorError without one of them */
async function openToRotate(config: Config): Promise<Secrets> {
  const { previousSecret } = config
  if (previousSecret === null)
    throw new OperatorError(
      'CAIRN_SECRET_PREVIOUS is not set: there is no former key to replace. Run the command with the ' +
        'settings of the service.',
    )
  return new Secrets(await requireKey(config), previousSecret)
}

/** Works in one transaction with secrets, and says what came of it. */
function withSecrets(
  open: (config: Config) => Promise<Secrets>,
  work: (tx: Database, secrets: Secrets) => Promise<string>,
): Promise<void> {
  return onDatabase(async (database, config) => {
    const secrets = await open(config)
    await migrateUnlessUsed(database.direct)
    const done = await withDatabase(database.direct, (kysely) =>
      kysely.transaction().execute((tx) => work(tx, secrets)),
    )
    say(done)
  })
}
