import { type Command, InvalidArgumentError } from 'commander'
import { migrateUnlessUsed } from '#server/database/migrate.ts'
import { withDatabase } from '#server/database/pool.ts'
import { operatorWrite } from '#server/database/system/operator.ts'
import { Instance } from '#server/database/system/instance.ts'
import { withConsistentRead } from '#server/database/whole/consistent-read.ts'
import { evidenceStoreAt } from '#server/platform/choose-evidence-store.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readStoreLocation } from '#server/platform/config.ts'
import { failureOf, OperatorError } from '#server/platform/failure.ts'
import { requireUsedStore } from '#server/own-store.ts'
import { countOrphans, removeOrphans } from '#server/verification/collect-orphans.ts'
import { copyEvidence } from '#server/verification/copy-evidence.ts'
import { endWithFindings, onDatabase, say } from './on-database.ts'

export const hour = 3600
/** Hours after which no upload is still under way. */
export const defaultHours = 24

/** Adds the commands about evidence files. */
export function addEvidenceCommands(program: Command): void {
  const evidence = program.command('evidence').description('evidence files')
  evidence
    .command('gc')
    .description('remove evidence files that no row names, as a killed service leaves them')
    .option('--dry-run', 'only count them')
    .option(
      '--older-than <hours>',
      'keep what was stored later; at least 1, so that uploads under way keep theirs',
      parseHours,
      defaultHours,
    )
    .action((options: { dryRun?: boolean; olderThan: number }) =>
      onDatabase(async ({ direct }, config) => {
        await migrateUnlessUsed(direct)
        const store = await evidenceStoreAt(config.evidence)
        await withDatabase(direct, (database) => requireUsedStore(new Instance(database), store))
        await store.open()
        const before = systemClock() - options.olderThan * hour
        const found = await withConsistentRead(direct, (read) => countOrphans(read, store, before))
        if (options.dryRun || found.files === 0)
          return say(`${found.files} files of ${found.bytes} bytes are named by no row.`)
        const removed = await withConsistentRead(direct, (read) =>
          removeOrphans(read, store, before),
        )
        await withDatabase(direct, (database) =>
          operatorWrite(database).logInstance('evidence_collected', { ...removed }),
        )
        say(`Removed ${removed.files} files of ${removed.bytes} bytes that no row names.`)
      }),
    )
  evidence
    .command('copy <from> <to>')
    .description(
      'copy all evidence between folders and s3://bucket/prefix; what is there already stays; exit code 3 if files are damaged',
    )
    .action(async (from: string, to: string) => {
      const [source, target] = [await storeNamed(from), await storeNamed(to)]
      const copied = await copyEvidence(source, target).catch((error: Error) => {
        if (!failureOf(error)) throw error
        throw new OperatorError(`The copy ended early: ${error.message}. Run it again to go on.`)
      })
      say(
        `Copied ${copied.files} files of ${copied.bytes} bytes; ${copied.present} files were there already.`,
      )
      for (const sha256 of copied.damaged) say(`  damaged, and not copied: ${sha256}`)
      if (copied.damaged.length > 0) endWithFindings()
    })
}

/** The store at a location that is written as in `CAIRN_EVIDENCE`, with the credentials of this service. */
const storeNamed = (location: string) => evidenceStoreAt(readStoreLocation(location))

function parseHours(text: string): number {
  const hours = Number(text)
  if (Number.isFinite(hours) && hours >= 1) return hours
  throw new InvalidArgumentError('It must be a number of hours, 1 or more.')
}
