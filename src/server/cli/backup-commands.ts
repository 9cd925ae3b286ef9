import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import type { Command } from 'commander'
import { ArchiveReader, explainError } from '#server/backup/archive-reader.ts'
import { writeWhole } from '#server/backup/backup-file.ts'
import type { Manifest } from '#server/backup/format.ts'
import { requireKnown, restoreBackup } from '#server/backup/restore-backup.ts'
import { presentKey, takeKey } from '#server/backup/secret-of-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { migrateAt } from '#server/database/migrate.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import { withDatabase } from '#server/database/pool.ts'
import { Instance } from '#server/database/system/instance.ts'
import { operatorWrite } from '#server/database/system/operator.ts'
import { withConsistentRead } from '#server/database/whole/consistent-read.ts'
import { systemClock } from '#server/platform/clock.ts'
import { evidenceStoreAt } from '#server/platform/choose-evidence-store.ts'
import type { Config } from '#server/platform/config.ts'
import { OperatorError } from '#server/platform/failure.ts'
import { requireUsedStore } from '#server/own-store.ts'
import { endWithFindings, note, onDatabase } from './on-database.ts'
import { presentSecrets, secretsUnder } from './present-secrets.ts'

/** Adds the commands that back up and restore. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup <file>')
    .description(
      'write all rows and evidence of one moment to a new file, or to - for the output; exit code 3 if evidence is missing or damaged',
    )
    .option('--with-secret', 'include the key that secrets are stored under: keep such a file safe')
    .action((file: string, options: { withSecret?: boolean }) =>
      onDatabase(async ({ direct }, config) => {
        const { key: secret } = options.withSecret
          ? await presentSecrets(direct, config)
          : { key: null }
        const evidence = await evidenceStoreAt(config.evidence)
        await withDatabase(direct, (database) => requireUsedStore(new Instance(database), evidence))
        const source = { evidence, secret, at: systemClock() }
        const written = await withConsistentRead(direct, (read) =>
          file === '-'
            ? writeBackup({ read, ...source }, process.stdout)
            : writeWhole(file, (target) => writeBackup({ read, ...source }, target)),
        )
        note(`Backed up ${sumOf(written)}.`)
        noteLosses(written)
        if (secret === null)
          note(
            'The key that secrets are stored under is not in it: without CAIRN_SECRET, or the file ' +
              'secret.key, addresses and secrets of notifications have to be entered again after a restore.',
          )
      }),
    )

  program
    .command('restore <file>')
    .description(
      'restore a backup from a file, or from the input for -, into an empty database; exit code 3 if the backup lacks evidence',
    )
    .action(async (file: string) => {
      const archive = await openArchive(file)
      requireKnown(archive.head)
      await onDatabase(
        async ({ direct }, config) => {
          const evidence = await evidenceStoreAt(config.evidence)
          await evidence.open()
          const onSecret = (key: string) => takeKey(config, key)
          const restored = await restoreBackup(archive, { connection: direct, evidence, onSecret })
          const ran = await migrateAt(direct)
          const { cairn, made_at } = archive.head
          const moment = new Date(made_at * 1000).toISOString()
          note(`Restored ${sumOf(restored)}, as of ${moment}, made by Cairn ${cairn}.`)
          await withDatabase(direct, async (database) => {
            await operatorWrite(database).logInstance('restored', { cairn, made_at })
            await new Instance(database).rename(randomUUID())
          })
          if (ran.length > 0) note(`Brought the database up to date: ${ran.join(', ')}.`)
          noteLosses(restored)
          await checkKey(direct, config)
        },
        { isFirst: true },
      )
    })
}

async function openArchive(file: string): Promise<ArchiveReader> {
  const source = file === '-' ? process.stdin : createReadStream(file)
  try {
    if (file !== '-') await once(source, 'open')
    return await ArchiveReader.open(source)
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException
    throw syscall ? new OperatorError(`${file} cannot be read: ${message}.`) : explainError(error)
  }
}

function sumOf({ tables, evidence }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return `${rows} rows and ${evidence.files} files of evidence`
}

/** Names the evidence that is not in a backup; the command ends with exit code 3 then. */
function noteLosses({ missing, damaged }: Manifest): void {
  for (const sha256 of missing) note(`The evidence ${sha256} was missing when it was backed up.`)
  for (const sha256 of damaged) note(`The evidence ${sha256} was damaged when it was backed up.`)
  if (missing.length + damaged.length > 0) endWithFindings()
}

/** Advises what to do where the present key does not open the secrets of the database. */
async function checkKey(connection: OpenDatabase['direct'], config: Config): Promise<void> {
  const key = await presentKey(config)
  try {
    if (key === null)
      throw new OperatorError(
        'The backup has no key that secrets are stored under: before Cairn starts, set CAIRN_SECRET to it, or ' +
          'bring back the file secret.key. If it is lost, cairn secret accept takes a new one, and addresses ' +
          'and secrets of notifications have to be entered again.',
      )
    await secretsUnder(key, connection, config)
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    note(error.message)
  }
}
