import type { Command } from 'commander'
import { migrateAt, migrateUnlessUsed } from '#server/database/migrate.ts'
import { withDatabase } from '#server/database/pool.ts'
import { operatorWrite } from '#server/database/system/operator.ts'
import { SecretCanary } from '#server/database/system/secret-canary.ts'
import { Secrets } from '#server/platform/secrets.ts'
import { acceptKey } from '#server/same-key.ts'
import { administer, onDatabase, say } from './on-database.ts'

/** Adds the commands about the database as a whole, and the one that prints the API. */
export function addDatabaseCommands(program: Command): void {
  program
    .command('demo')
    .description('the demo organization')
    .command('load <org>')
    .description("fill an empty organization with a company's last 90 days")
    .action(async (name: string) =>
      administer(async (administration, database, config) => {
        // Loaded here: it brings the whole service along, which other commands start without.
        const { loadDemo } = await import('#server/demo/load.ts')
        await loadDemo({ administration, config, database, say, organization: name })
      }),
    )

  program
    .command('secret')
    .description('the key that secrets are stored under')
    .command('accept')
    .description('take the present key as the one of this database, where the former one is lost')
    .action(async () =>
      onDatabase(async (database, config) => {
        await migrateUnlessUsed(database.direct)
        const secrets = await Secrets.open(config.dataDir, config.secret)
        await withDatabase(database.direct, (kysely) =>
          kysely.transaction().execute(async (tx) => {
            await acceptKey(new SecretCanary(tx), secrets)
            await operatorWrite(tx).recordHere('secret_accepted', {})
          }),
        )
        say('Secrets are stored under the present key from now on.')
      }),
    )

  program
    .command('migrate')
    .description('bring the database up to date')
    .action(async () =>
      onDatabase(async (database) => {
        const ran = await migrateAt(database.direct)
        say(ran.length ? `Ran ${ran.join(', ')}.` : 'The database is up to date.')
      }),
    )

  program
    .command('openapi')
    .description('print the OpenAPI document of the public API')
    .action(async () => {
      const [{ openapi }, { publicEndpoints }] = await Promise.all([
        import('#contract/openapi/document.ts'),
        import('#contract/public-endpoints.ts'),
      ])
      say(JSON.stringify(openapi(publicEndpoints), null, 2))
    })
}
