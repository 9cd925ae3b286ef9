import { type Command, InvalidArgumentError } from 'commander'
import { listEntriesFrom } from '#server/audit-log/list-queries.ts'
import { sealAuditEntries } from '#server/audit-log/seal.ts'
import { auditEntry } from '#server/audit-log/serialize-entry.ts'
import { migrateUnlessUsed } from '#server/database/migrate.ts'
import { withDatabase } from '#server/database/pool.ts'
import { instanceLog } from '#server/database/system/instance.ts'
import { instanceEntryLine } from './lists.ts'
import { onDatabase, say } from './on-database.ts'

/** Entries that are read at once. */
const batch = 200

/** Adds the command that prints the log of the instance. */
export function addLogCommand(program: Command): void {
  program
    .command('log')
    .description('print the log of the instance, oldest first: what operators and Cairn itself did')
    .option('--after <number>', 'only entries behind this one', parseSequence, 0)
    .option('--json', 'whole entries with their hashes, a line of JSON each')
    .action(({ after, json }: { after: number; json?: boolean }) =>
      onDatabase(async ({ direct }) => {
        await migrateUnlessUsed(direct)
        await withDatabase(direct, async (database) => {
          const log = instanceLog(database)
          // Without a service nobody else gives entries their number.
          while ((await sealAuditEntries(log)) > 0);
          for (let last = after, isMore = true; isMore;) {
            const entries = await listEntriesFrom(log, { after: last, limit: batch })
            for (const row of entries) {
              const entry = auditEntry(row)
              say(json ? JSON.stringify(entry) : instanceEntryLine(entry))
              last = entry.seq
            }
            isMore = entries.length === batch
          }
        })
      }),
    )
}

function parseSequence(text: string): number {
  const sequence = Number(text)
  if (Number.isSafeInteger(sequence) && sequence >= 0) return sequence
  throw new InvalidArgumentError('It must be the number of an entry, or 0.')
}
