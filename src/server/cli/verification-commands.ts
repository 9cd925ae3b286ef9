import { type Command, InvalidArgumentError } from 'commander'
import { migrateUnlessUsed } from '#server/database/migrate.ts'
import { withConsistentRead } from '#server/database/whole/consistent-read.ts'
import { systemClock } from '#server/platform/clock.ts'
import { countOrphans, removeOrphans } from '#server/verification/collect-orphans.ts'
import { type EvidenceReport, verifyEvidence } from '#server/verification/verify-evidence.ts'
import { type SealReport, verifySeals } from '#server/verification/verify-seals.ts'
import { evidenceOf } from './evidence-of.ts'
import { onDatabase, say } from './on-database.ts'

const hour = 3600
/** Hours after which no upload is still under way. */
const defaultHours = 24

/** Adds the commands that check what is stored, and that remove what nothing names. */
export function addVerificationCommands(program: Command): void {
  program
    .command('verify')
    .description('check the sealed log and every evidence file; exit code 1 if something is wrong')
    .option('--json', 'print the report as JSON')
    .action((options: { json?: boolean }) =>
      onDatabase(async ({ direct }, config) => {
        await migrateUnlessUsed(direct)
        const before = systemClock() - defaultHours * hour
        const report = await withConsistentRead(direct, async (read) => ({
          log: await verifySeals(read),
          evidence: await verifyEvidence(read, evidenceOf(config), before),
        }))
        const { log, evidence } = report
        const isSound = log.faults.length + evidence.missing.length + evidence.damaged.length === 0
        if (options.json) say(JSON.stringify({ is_sound: isSound, ...report }, null, 2))
        else for (const line of [...logLines(log), ...evidenceLines(evidence)]) say(line)
        if (!isSound) process.exitCode = 1
      }),
    )

  program
    .command('evidence')
    .description('evidence files')
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
        const evidence = evidenceOf(config)
        await evidence.open()
        const before = systemClock() - options.olderThan * hour
        const found = await withConsistentRead(direct, (read) =>
          countOrphans(read, evidence, before),
        )
        if (options.dryRun || found.files === 0)
          return say(`${found.files} files of ${found.bytes} bytes are named by no row.`)
        const removed = await withConsistentRead(direct, (read) =>
          removeOrphans(read, evidence, before),
        )
        say(`Removed ${removed.files} files of ${removed.bytes} bytes that no row names.`)
      }),
    )
}

function parseHours(text: string): number {
  const hours = Number(text)
  if (Number.isFinite(hours) && hours >= 1) return hours
  throw new InvalidArgumentError('It must be a number of hours, 1 or more.')
}

const logLines = ({ sealed, waiting, faults }: SealReport) => [
  `Audit log: ${sealed} entries are sealed, ${waiting} wait to be; ${faults.length} faults.`,
  ...faults.map(({ organization, seq, fault }) =>
    seq === null ? `  ${organization}: ${fault}` : `  ${organization}, entry ${seq}: ${fault}`,
  ),
]

const evidenceLines = ({ sound, missing, damaged, orphans }: EvidenceReport) => [
  `Evidence: ${sound} files are sound, ${missing.length} missing, ${damaged.length} damaged.`,
  ...missing.map((sha256) => `  missing: ${sha256}`),
  ...damaged.map((sha256) => `  damaged: ${sha256}`),
  ...(orphans.files > 0
    ? [
        `${orphans.files} files of ${orphans.bytes} bytes are named by no row: cairn evidence gc ` +
          'removes them.',
      ]
    : []),
]
