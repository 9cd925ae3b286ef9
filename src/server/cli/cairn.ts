import { Command } from 'commander'
import { printFailure } from '#server/platform/failure.ts'
import { addAccountCommands } from './account-commands.ts'
import { addDatabaseCommands } from './database-commands.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addVerificationCommands } from './verification-commands.ts'

const program = new Command('cairn')
  .description(
    'Administration of Cairn. Every command may be repeated, and works while Cairn runs.',
  )
  .showHelpAfterError()

addAccountCommands(program)
addDatabaseCommands(program)
addBackupCommands(program)
addVerificationCommands(program)

program.parseAsync().catch((error: unknown) => {
  printFailure(error)
  process.exitCode = 1
})
