import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { roles } from '#contract/common/endpoint.ts'
import { migrateUnlessUsed } from '#server/database/migrate.ts'
import { withDatabase } from '#server/database/pool.ts'
import { signInLink } from '#server/first-run.ts'
import { OperatorError } from '#server/platform/failure.ts'
import { type Database, keyLines, organizationLines, userLines } from './lists.ts'
import { administer, administerFirst, onDatabase, say } from './on-database.ts'

/** Prints lines about an up-to-date database. */
async function list(lines: (database: Database) => Promise<string[]>): Promise<void> {
  await onDatabase(async ({ direct }) => {
    await migrateUnlessUsed(direct)
    for (const line of await withDatabase(direct, lines)) say(line)
  })
}

interface KeyOptions {
  apiKey?: string
  apiKeyFile?: string
}

/** The key to import, if there is one. @throws OperatorError if its file cannot be read */
function readKey({ apiKey, apiKeyFile: file }: KeyOptions): string | undefined {
  if (file === undefined) return apiKey
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new OperatorError(
      `--api-key-file must name a file that can be read, not "${file}" (${code})`,
    )
  }
}

/** Adds the commands about users, organizations, members, sessions and keys. */
export function addAccountCommands(program: Command): void {
  const user = program.command('user').description('users')
  user
    .command('add <name>')
    .description('add a user, with a personal organization of the same name')
    .option('--email <address>', 'e-mail address')
    .addOption(
      new Option(
        '--api-key <key>',
        'import a key that pipelines already use; others can see it meanwhile',
      ).conflicts('apiKeyFile'),
    )
    .option('--api-key-file <path>', 'the same from a file, or from standard input for -')
    .action(async (name: string, { email, ...given }: KeyOptions & { email?: string }) => {
      const key = readKey(given)
      await administerFirst(async (administration) => {
        // Together: a key that is refused leaves no user without one.
        const { became, isImported } = await administration.alone(async (whole) => ({
          became: await whole.addUser(name, email),
          isImported: key !== undefined && (await whole.importKey(name, key)),
        }))
        say(became === 'added' ? `Added the user ${name}.` : `The user ${name} exists.`)
        if (became === 'email changed') say(`Changed the e-mail address to ${email}.`)
        if (key !== undefined)
          say(isImported ? 'Imported the key.' : 'The key was imported before.')
      })
    })
  user
    .command('link <name>')
    .description(
      'make a link that signs a user in, once within 24 hours; links from before are void',
    )
    .action(async (name: string) =>
      administer(async (administration, _, config) =>
        say(await signInLink(administration, config, name)),
      ),
    )
  user
    .command('list')
    .description('print all users, with their roles, keys and sessions, between tabs')
    .action(() => list(userLines))
  for (const [command, isDisabled, what, done] of [
    ['disable', true, 'end sessions of a user, and refuse their keys', 'disabled'],
    ['enable', false, 'let a user in again', 'enabled'],
  ] as const) {
    user
      .command(`${command} <name>`)
      .description(`${what}, and keys of service accounts that they made`)
      .action(async (name: string) =>
        administer(async (administration) => {
          const isChanged = await administration.setDisabled(name, isDisabled)
          say(`The user ${name} is ${done}${isChanged ? '' : ' already'}.`)
        }),
      )
  }

  program
    .command('session')
    .description('sessions of the dashboard')
    .command('end <user>')
    .description('end all sessions of a user')
    .action(async (name: string) =>
      administer(async (administration) =>
        say(`Ended ${await administration.endSessions(name)} sessions of ${name}.`),
      ),
    )

  const org = program.command('org').description('organizations')
  org
    .command('list')
    .description('print all organizations, with their admins, between tabs')
    .action(() => list(organizationLines))
  org
    .command('add <name>')
    .description('add a shared organization')
    .requiredOption('--owner <user>', 'its first administrator')
    .action(async (name: string, { owner }: { owner: string }) =>
      administerFirst(async (administration) => {
        const { isAdded, isAdminAdded } = await administration.alone((whole) =>
          whole.addOrganization(name, owner),
        )
        if (isAdded) return say(`Added the organization ${name}.`)
        say(`The organization ${name} exists.`)
        if (isAdminAdded) say(`Made ${owner} admin of it.`)
      }),
    )

  const member = program.command('member').description('members of shared organizations')
  member
    .command('remove <org> <user>')
    .description(
      'take a user out of an organization, with keys of service accounts they answer for',
    )
    .action(async (org: string, name: string) =>
      administer(async (administration) => {
        const removed = await administration.removeMember(org, name)
        say(removed ? `Removed ${name} from ${org}.` : `${name} is no member of ${org}.`)
      }),
    )
  member
    .command('add <org> <user>')
    .description('give a user a role in a shared organization')
    .addOption(new Option('--role <role>', 'role').choices(roles).makeOptionMandatory())
    .action(async (org: string, name: string, { role }: { role: (typeof roles)[number] }) =>
      administer(async (administration) => {
        await administration.addMember(org, name, role)
        say(`${name} is ${role} in ${org}.`)
      }),
    )

  const key = program.command('key').description('personal API keys')
  key
    .command('list <user>')
    .description('print the personal API keys of a user, with their ids, between tabs')
    .action((name: string) => list((database) => keyLines(database, name)))
  key
    .command('revoke <user> [id]')
    .description('revoke a personal API key by its id, which audit logs say, or all of a user')
    .action(async (name: string, id?: string) =>
      administer(async (administration) =>
        say(`Revoked ${await administration.revokeKeys(name, id)} keys of ${name}.`),
      ),
    )
  key
    .command('add <user>')
    .description('make a personal API key and print it; it is shown only once')
    .option('--description <text>', 'what it is for', '')
    .action(async (name: string, { description }: { description: string }) =>
      administer(async (administration) => say(await administration.addKey(name, description))),
    )
}
