import * as z from 'zod/mini'
import type { SnapshotComparison } from '#contract/snapshot/comparison.ts'
import { counted, listed } from '#domain/common/counted.ts'
import { verdictText } from '#domain/verdict/qualified-verdict.ts'
import { verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { durationOf } from '#web/ui/time-text.ts'

/** "prod #12", "prod #12, the latest". */
export function sideLabel(side: SnapshotComparison['base']): string {
  return `${side.environment_name} #${side.index}${side.is_latest ? ', the latest' : ''}`
}

/** The verdict of a side in few words, as it stands within a sentence. */
const stateText = ({
  state,
  qualifiers,
}: Pick<SnapshotComparison['base'], 'state' | 'qualifiers'>) =>
  verdictText({ verdict: verdictOfRunning(state), qualifiers }).toLowerCase()

/** Whether both sides have another verdict, in words. */
export const isTurned = ({ base, head }: SnapshotComparison) => stateText(base) !== stateText(head)

/** "production went from compliant to", "non-compliant": the verdict of now apart from the rest. */
export function turnParts({ base, head }: SnapshotComparison) {
  const [before, verdict] = [stateText(base), stateText(head)]
  const [from, to] = [base.environment_name, head.environment_name]
  if (from === to) {
    return before === verdict
      ? { start: `${to} is`, verdict, rest: ' on both sides' }
      : { start: `${to} went from ${before} to`, verdict, rest: '' }
  }
  return before === verdict
    ? { start: `${from} and ${to} are both`, verdict, rest: '' }
    : { start: `${from} is ${before}, ${to} is`, verdict, rest: '' }
}

/** "3 added, 2 removed, 1 replaced, 170 unchanged; 3 d 2 h and 54 snapshots apart". */
export function summaryText({ base, head, counts }: SnapshotComparison): string {
  const time = Math.abs(head.timestamp - base.timestamp)
  const steps = Math.abs(head.index - base.index)
  const isOne = base.environment_name === head.environment_name
  const apart = [
    time > 0 && durationOf(time),
    isOne && steps > 0 && counted(steps, 'snapshot'),
  ].filter(Boolean)
  const parts = [
    counts.started > 0 && `${counts.started} added`,
    counts.exited > 0 && `${counts.exited} removed`,
    counts.replaced > 0 && `${counts.replaced} replaced`,
    counts.scaled > 0 && `${counts.scaled} scaled`,
    `${counts.unchanged} unchanged`,
  ].filter(Boolean)
  return `${parts.join(', ')}${apart.length > 0 ? `; ${apart.join(' and ')} apart` : ''}`
}

/** Whether anything differs, counts of instances too. */
export const isSame = ({ counts }: SnapshotComparison) =>
  counts.started + counts.exited + counts.replaced + counts.scaled === 0

/** Why a side is not there, from what the service says: "prod has 9 snapshots: no prod#12". */
export function missingText(env: string, expression: string, refusal: string): string {
  const [, count] = /len\(snapshots\) == (\d+)/.exec(refusal) ?? []
  if (count === undefined) return refusal
  if (count === '0') return `${env} has no snapshot yet: nothing was reported`
  const all = count === '1' ? '1 snapshot' : `${count} snapshots`
  return `${env} has ${all}, but not ${expression}`
}

/** Label of each change. */
export const changeLabels: Record<Change, string> = {
  replaced: 'Replaced',
  started: 'Added',
  exited: 'Removed',
  scaled: 'Scaled',
  unchanged: 'Unchanged',
}

/** Changes of an artifact from one side to the other, in the order that is shown. */
export const changeNames = ['started', 'exited', 'replaced', 'scaled', 'unchanged'] as const
type Change = (typeof changeNames)[number]

/** Parameters in the address of a comparison; sides as `sideExpression` reads them. */
export const comparisonSearch = z.object({
  base: z.optional(z.string()),
  head: z.optional(z.string()),
  head_env: z.optional(z.string()),
  /** All but what is unchanged where none is given. */
  change: z.optional(z.array(z.enum(changeNames))),
  /** Only artifacts whose verdict is another one. */
  verdict_changed: z.optional(z.boolean()),
  q: z.optional(z.string()),
})

/** "version 2", "versions 1 and 2", "not attached": in which versions a policy was applied. */
export const versionsText = (versions: readonly number[]): string =>
  versions.length === 0
    ? 'not attached'
    : `${versions.length === 1 ? 'version' : 'versions'} ${listed(versions.map(String))}`
