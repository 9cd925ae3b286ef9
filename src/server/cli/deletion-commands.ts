import { type Command, InvalidArgumentError, Option } from 'commander'
import { migrateUnlessUsed } from '#server/database/migrate.ts'
import { withDatabase } from '#server/database/pool.ts'
import { cancelDeletion, deleteOrganization } from '#server/database/system/delete-organization.ts'
import { eraseUser } from '#server/database/system/erase-user.ts'
import { operatorWrite } from '#server/database/system/operator.ts'
import { purgeOrganization } from '#server/database/system/purge-organization.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createIdGenerator } from '#server/platform/ids.ts'
import { type Database, time } from './lists.ts'
import { note, onDatabase, say } from './on-database.ts'
import { presentSecrets } from './present-secrets.ts'

/** Adds the commands that delete an organization and take that back. */
export function addDeletionCommands(program: Command): void {
  const org = program.commands.find((command) => command.name() === 'org')
  org
    ?.command('delete <name>')
    .description(
      'close an organization to everybody, and delete all of it once its grace has ended',
    )
    .addOption(
      new Option('--grace <days>', 'days until then; 30 unless given before')
        .argParser(parseDays)
        .conflicts('now'),
    )
    .option('--now', 'delete all of it now: nothing brings it back but a backup')
    .action((name: string, { grace, now }: { grace?: number; now?: boolean }) =>
      onRows(async (database) => {
        const purgeAt = await database
          .transaction()
          .execute((tx) => deleteOrganization(operatorWrite(tx), name, now ? 0 : (grace ?? null)))
        if (now) return purge(database, name)
        say(
          `The organization ${name} is closed, and purged at ${time(purgeAt)}. ` +
            `Until then cairn org keep ${name} takes it back.`,
        )
      }),
    )
  org
    ?.command('keep <name>')
    .description('open an organization again that was deleted and is not purged yet')
    .action((name: string) =>
      onRows(async (database) => {
        const isRestored = await database
          .transaction()
          .execute((tx) => cancelDeletion(operatorWrite(tx), name))
        say(isRestored ? `The organization ${name} is open again.` : `${name} was not deleted.`)
      }),
    )
}

/** Works on the rows of an up-to-date database. */
export function onRows(work: (database: Database) => Promise<void>): Promise<void> {
  return onDatabase(async ({ direct }) => {
    await migrateUnlessUsed(direct)
    await withDatabase(direct, work)
  })
}

async function purge(database: Database, name: string): Promise<void> {
  const { id } = await database
    .selectFrom('organization')
    .select('id')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  let rows = 0
  for (let deleted = 1; deleted > 0; rows += deleted)
    deleted = await purgeOrganization(database, id, operatorWrite(database))
  say(`Deleted the organization ${name}: ${rows} rows. Its evidence is collected within a day.`)
}

function parseDays(text: string): number {
  const days = Number(text)
  if (Number.isInteger(days) && days >= 1 && days <= 3650) return days
  throw new InvalidArgumentError('It must be a whole number of days, from 1 to 3650.')
}

/** Adds the command that takes a person's name and addresses out of the database. */
export function addErasureCommand(program: Command): void {
  const user = program.commands.find((command) => command.name() === 'user')
  user
    ?.command('erase <name>')
    .description(
      'put a pseudonym in place of a user everywhere, for good, and end all access of theirs',
    )
    .option('--reason <text>', 'told in the log of the instance, without their name')
    .action((name: string, { reason }: { reason?: string }) =>
      onDatabase(async ({ direct }, config) => {
        await migrateUnlessUsed(direct)
        const { secrets } = await presentSecrets(direct, config)
        // Loaded here: it brings along what other commands start without.
        const { targetEraser } = await import('#server/erase-targets.ts')
        const times = { at: systemClock(), newId: createIdGenerator(systemClock) }
        const options = { ...times, eraseTargets: targetEraser(secrets), ...(reason && { reason }) }
        const { pseudonym, entries, rows, ambiguous } = await withDatabase(direct, (database) =>
          eraseUser(database, name, options),
        )
        say(`The user is '${pseudonym}' now, in ${entries} entries of logs and ${rows} other rows.`)
        for (const org of ambiguous)
          note(`A service account of ${org} has the same name, which therefore stays there.`)
      }),
    )
}
