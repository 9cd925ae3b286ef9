import type { Command } from 'commander'
import { migrateUnlessUsed } from '#server/database/migrate.ts'
import { withDatabase } from '#server/database/pool.ts'
import { eraseUser } from '#server/database/system/erase-user.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createIdGenerator } from '#server/platform/ids.ts'
import { note, onDatabase, say } from './on-database.ts'
import { presentSecrets } from './present-secrets.ts'

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
