import { Command, Option } from 'commander'
import { roles } from '#contract/endpoint.ts'
import { openapi } from '#contract/openapi.ts'
import { type Config, ConfigError, readConfig } from '../config.ts'
import {
  type Administration,
  AdministrationError,
} from '../database/across-organizations/administration.ts'
import { withAdministration } from '../database/across-organizations/connect.ts'
import { ServiceAlreadyRunning } from '../database/embedded/service-lock.ts'
import { migrateAt } from '../database/migrate.ts'
import { joinDatabase, type OpenDatabase } from '../database/open.ts'
import { loadDemo } from '../demo/load.ts'

const say = (message: string) => console.log(message)
const note = (message: string) => console.error(message)

/** Works on the database, beside a live service or alone, and lets go of it. */
async function onDatabase(
  work: (database: OpenDatabase, config: Config) => Promise<void>,
): Promise<void> {
  const config = readConfig()
  const database = await joinDatabase(config, note)
  try {
    await work(database, config)
  } finally {
    await database.close()
  }
}

/** Runs administration on an up-to-date database. */
async function administer(
  work: (administration: Administration, database: OpenDatabase, config: Config) => Promise<void>,
): Promise<void> {
  await onDatabase(async (database, config) => {
    await migrateAt(database.direct)
    await withAdministration(database.direct, (administration) =>
      work(administration, database, config),
    )
  })
}

const program = new Command('cairn')
  .description(
    'Administration of Cairn. Every command may be repeated, and works while Cairn runs.',
  )
  .showHelpAfterError()

const user = program.command('user').description('users')
user
  .command('add <name>')
  .description('add a user, with a personal organization of the same name')
  .option('--email <address>', 'e-mail address')
  .option('--api-key <key>', 'import a key that pipelines already use')
  .action(async (name: string, options: { email?: string; apiKey?: string }) =>
    administer(async (administration) => {
      const added = await administration.addUser(name, options.email)
      say(added ? `Added the user ${name}.` : `The user ${name} exists.`)
      if (!options.apiKey) return
      const imported = await administration.importKey(name, options.apiKey)
      say(imported ? 'Imported the key.' : 'The key was imported before.')
    }),
  )

program
  .command('org')
  .description('shared organizations')
  .command('add <name>')
  .description('add a shared organization')
  .requiredOption('--owner <user>', 'its first administrator')
  .action(async (name: string, { owner }: { owner: string }) =>
    administer(async (administration) => {
      const added = await administration.addOrganization(name, owner)
      say(added ? `Added the organization ${name}.` : `The organization ${name} exists.`)
    }),
  )

program
  .command('member')
  .description('members of shared organizations')
  .command('add <org> <user>')
  .description('give a user a role in a shared organization')
  .addOption(new Option('--role <role>', 'role').choices(roles).makeOptionMandatory())
  .action(async (org: string, name: string, { role }: { role: (typeof roles)[number] }) =>
    administer(async (administration) => {
      await administration.addMember(org, name, role)
      say(`${name} is ${role} in ${org}.`)
    }),
  )

program
  .command('key')
  .description('personal API keys')
  .command('add <user>')
  .description('make a personal API key and print it; it is shown only now')
  .option('--description <text>', 'what it is for', '')
  .action(async (name: string, { description }: { description: string }) =>
    administer(async (administration) => say(await administration.addKey(name, description))),
  )

program
  .command('demo')
  .description('the demo organization')
  .command('load <org>')
  .description("fill an empty organization with a company's last 90 days")
  .action(async (name: string) =>
    administer(async (administration, database, config) => {
      await loadDemo({ administration, config, database, say, organization: name })
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
  .description('print the OpenAPI document')
  .action(() => say(JSON.stringify(openapi(), null, 2)))

program.parseAsync().catch((error: unknown) => {
  const expected = [AdministrationError, ConfigError, ServiceAlreadyRunning].some(
    (kind) => error instanceof kind,
  )
  console.error(expected ? (error as Error).message : error)
  process.exitCode = 1
})
