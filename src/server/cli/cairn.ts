#!/usr/bin/env node
import { Command } from 'commander'
import { printFailure } from '#server/platform/failure.ts'
import { version } from '#server/platform/version.ts'
import { addAccountCommands } from './account-commands.ts'
import { addDeletionCommands, addErasureCommand } from './deletion-commands.ts'
import { addQuotaCommand } from './quota-command.ts'
import { addSecretCommands } from './secret-commands.ts'
import { addDatabaseCommands } from './database-commands.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addEvidenceCommands } from './evidence-commands.ts'
import { addLogCommand } from './log-command.ts'
import { addVerificationCommands } from './verification-commands.ts'

const program = new Command('cairn')
  .version(version)
  .description(
    'Administration of Cairn. Every command may be repeated, and works while Cairn runs.',
  )
  .showHelpAfterError()

program
  .command('serve')
  .description('run the service, until it is told to end')
  .option('--demo', "fill an organization with a company's last 90 days")
  // Read by the service itself, which also starts without this command.
  .action(async () => void (await import('#server/main.ts')))

addAccountCommands(program)
addDeletionCommands(program)
addErasureCommand(program)
addQuotaCommand(program)
addSecretCommands(program)
addDatabaseCommands(program)
addBackupCommands(program)
addVerificationCommands(program)
addEvidenceCommands(program)
addLogCommand(program)

program.parseAsync().catch((error: unknown) => {
  printFailure(error)
  process.exitCode = 1
})
