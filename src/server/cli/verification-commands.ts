import type { Command } from 'commander'
import { migrateUnlessUsed } from '#server/database/migrate.ts'
import { withConsistentRead } from '#server/database/whole/consistent-read.ts'
import { evidenceStoreAt } from '#server/platform/choose-evidence-store.ts'
import { systemClock } from '#server/platform/clock.ts'
import { OperatorError } from '#server/platform/failure.ts'
import { explaining } from '#server/own-store.ts'
import { type EvidenceReport, verifyEvidence } from '#server/verification/verify-evidence.ts'
import { type RowReport, verifyRows } from '#server/verification/verify-rows.ts'
import { type SealReport, verifySeals } from '#server/verification/verify-seals.ts'
import { defaultHours, hour } from './evidence-commands.ts'
import { endWithFindings, onDatabase, say } from './on-database.ts'

/** Adds the commands that check what is stored. */
export function addVerificationCommands(program: Command): void {
  program
    .command('verify')
    .description(
      'check the sealed log, rows against it, and every evidence file; exit code 3 if something is wrong',
    )
    .option('--json', 'print the report as JSON')
    .action((options: { json?: boolean }) =>
      onDatabase(async ({ direct }, config) => {
        await migrateUnlessUsed(direct)
        const before = systemClock() - defaultHours * hour
        const evidence = await evidenceStoreAt(config.evidence)
        const report = await withConsistentRead(direct, async (read) => ({
          log: await verifySeals(read),
          rows: await verifyRows(read),
          // Where the store fails, what is known of the log and of rows counts nonetheless.
          evidence: await explaining(evidence, () => verifyEvidence(read, evidence, before)).catch(
            unchecked,
          ),
        }))
        const { log, rows, evidence: found } = report
        const faults = log.faults.length + rows.faults.length
        const isWrong = faults > 0 || ('sound' in found && unsoundIn(found) > 0)
        const isSound = !isWrong && 'sound' in found
        if (options.json) say(JSON.stringify({ is_sound: isSound, ...report }, null, 2))
        else
          for (const line of [...logLines(log), ...rowLines(rows), ...evidenceLines(found)])
            say(line)
        if (isWrong) endWithFindings()
        else if (!isSound) process.exitCode = 1
      }),
    )
}

/** Why evidence was not checked. */
interface Unchecked {
  unchecked: string
}

function unchecked(error: unknown): Unchecked {
  if (!(error instanceof OperatorError)) throw error
  return { unchecked: error.message }
}

const unsoundIn = ({ missing, damaged }: EvidenceReport) => missing.length + damaged.length

const logLines = ({ sealed, waiting, faults }: SealReport) => [
  `Audit log: ${sealed} entries are sealed, ${waiting} wait to be; ${faults.length} faults.`,
  ...faults.map(({ organization, seq, fault }) =>
    seq === null ? `  ${organization}: ${fault}` : `  ${organization}, entry ${seq}: ${fault}`,
  ),
]

const rowLines = ({ compared, faults }: RowReport) => [
  `Rows: ${compared} were compared with the log; ${faults.length} faults.`,
  ...faults.map(({ organization, row, fault }) => `  ${organization}, ${row}: ${fault}`),
]

function evidenceLines(found: EvidenceReport | Unchecked): string[] {
  if ('unchecked' in found) return [`Evidence was not checked. ${found.unchecked}`]
  const { sound, missing, damaged, removed, orphans } = found
  return [
    `Evidence: ${sound} files are sound, ${missing.length} missing, ${damaged.length} damaged; ` +
      `${removed} removed by retention.`,
    ...missing.map((sha256) => `  missing: ${sha256}`),
    ...damaged.map((sha256) => `  damaged: ${sha256}`),
    ...(orphans.files > 0
      ? [
          `${orphans.files} files of ${orphans.bytes} bytes are named by no row: cairn evidence gc ` +
            'removes them.',
        ]
      : []),
  ]
}
