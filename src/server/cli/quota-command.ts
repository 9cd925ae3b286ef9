import { type Command, InvalidArgumentError } from 'commander'
import { operatorWrite } from '#server/database/system/operator.ts'
import { setQuota } from '#server/database/system/organization-quota.ts'
import { parseSize } from '#server/platform/evidence-config.ts'
import { onRows } from './deletion-commands.ts'
import { say } from './on-database.ts'

/** Adds the command that limits the evidence of an organization. */
export function addQuotaCommand(program: Command): void {
  program.commands
    .find((command) => command.name() === 'org')
    ?.command('quota <name>')
    .description(
      'limit the evidence that an organization may store, in place of CAIRN_MAX_EVIDENCE_BYTES; what it has stays',
    )
    .argument('<size>', 'bytes, or like 500GiB; none: as for all organizations', parseQuota)
    .action((name: string, bytes: number | null) =>
      onRows(async (database) => {
        await database.transaction().execute((tx) => setQuota(operatorWrite(tx), name, bytes))
        say(
          bytes === null
            ? `The organization ${name} has no quota of its own.`
            : `The organization ${name} may store ${bytes} bytes of evidence.`,
        )
      }),
    )
}

function parseQuota(text: string): number | null {
  if (text === 'none') return null
  const bytes = parseSize(text)
  if (bytes !== null) return bytes
  throw new InvalidArgumentError('It must be bytes, one like 500GiB (KiB, MiB, GiB, TiB), or none.')
}
