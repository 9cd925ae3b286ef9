import type { Command } from 'commander'
import { distributeAt } from '#server/database/distribute.ts'
import { migrateAt } from '#server/database/migrate.ts'
import { administerFirst, onDatabase, say } from './on-database.ts'

/** Adds the commands about the database as a whole, and the one that prints the API. */
export function addDatabaseCommands(program: Command): void {
  program
    .command('demo')
    .description('the demo organization')
    .command('load <org>')
    .description("fill an empty organization with a company's last 90 days")
    .action(async (name: string) =>
      administerFirst(async (administration, database, config) => {
        // Loaded here: it brings the whole service along, which other commands start without.
        const { loadDemo } = await import('#server/demo/load.ts')
        await loadDemo({ administration, config, database, say, organization: name })
      }),
    )

  program
    .command('migrate')
    .description('bring the database up to date')
    .action(async () =>
      onDatabase(
        async (database) => {
          const ran = await migrateAt(database.direct)
          say(ran.length ? `Ran ${ran.join(', ')}.` : 'The database is up to date.')
        },
        { isFirst: true },
      ),
    )

  program
    .command('distribute')
    .description('spread the organizations over the nodes of Citus, while Cairn is stopped')
    .action(async () =>
      onDatabase(
        async (database) => {
          const { copied, spread } = await distributeAt(database.direct)
          say(
            copied + spread > 0
              ? `Spread ${spread} tables by organization, and copied ${copied} to every node.`
              : 'The database is distributed already.',
          )
        },
        { isFirst: true },
      ),
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
