import type { PolicyFlip, Standstill } from '#contract/policy/policy-effect.ts'
import type { Period } from '#domain/common/split-by-periods.ts'
import { standingTime, type StateChange } from '#domain/environment/standing-time.ts'
import type { SnapshotRange } from '#domain/snapshot/snapshot-range.ts'
import {
  environmentState,
  type ArtifactVerdict,
  type RuleVerdict,
} from '#domain/verdict/verdict.ts'
import type { NamedPolicy } from './policy-input.ts'

/** A rule of a policy version by its position. */
export interface DecidingRule {
  policy_name: string
  policy_version: number
  position: number
}

/** An artifact whose verdict changes with other policies. */
export interface Flip extends Pick<PolicyFlip, 'name' | 'fingerprint' | 'from' | 'to' | 'reason'> {
  rules: DecidingRule[]
}

const isFailing = ({ satisfied }: RuleVerdict) => satisfied === false

const failingRules = ({ policies }: ArtifactVerdict): DecidingRule[] =>
  policies.flatMap(({ policy_name, policy_version, rules }) =>
    rules.flatMap((rule, position) =>
      isFailing(rule) ? [{ policy_name, policy_version, position }] : [],
    ),
  )

/**
 * Returns the change of the verdict on an artifact, with the rules that decide it: those that it
 * fails then, or failed before. Null without a change.
 */
export function flipOf(before: ArtifactVerdict, after: ArtifactVerdict): Flip | null {
  const { name, fingerprint, compliant: to, reason } = after
  if (before.compliant === to) return null
  const rules = failingRules(to === false ? after : before)
  return { name, fingerprint, from: before.compliant, to, reason, rules }
}

/** Returns whether two lists of policy versions have the same rules. */
const saysTheSame = (before: readonly NamedPolicy[], after: readonly NamedPolicy[]) =>
  before.length === after.length &&
  before.every((one, index) => {
    const other = after[index]!
    return (
      one.policy_name === other.policy_name &&
      JSON.stringify(one.policy) === JSON.stringify(other.policy)
    )
  })

interface Outcome {
  action: 'attach' | 'detach' | 'save'
  /** Whether some and all of the policies in question are attached. */
  attached: { some: boolean; all: boolean }
  before: readonly NamedPolicy[]
  after: readonly NamedPolicy[]
  isReported: boolean
  /** Whether the state or the verdict on a running artifact changes. */
  isChange: boolean
}

/** Returns why nothing changes in an environment; null if something does. */
export function standstillOf(outcome: Outcome): Standstill | null {
  const { action, attached, before, after, isReported, isChange } = outcome
  if (isChange) return null
  if (action !== 'attach' && !attached.some) return 'not_attached'
  if (saysTheSame(before, after)) {
    return action === 'attach' && attached.all ? 'attached_already' : 'says_the_same'
  }
  return isReported ? 'same_verdicts' : 'never_reported'
}

/** A verdict on an artifact in snapshots `from_index` ≤ n < `to_index` (null: until now). */
interface Ran {
  from_index: number
  to_index: number | null
  compliant: boolean | null
}

/** Returns the state that each snapshot of a range would have by the verdicts on its artifacts. */
export function statesOf(
  policyCount: number,
  { first, last }: SnapshotRange,
  ran: readonly Ran[],
): (boolean | null)[] {
  const length = last - first + 1
  const running = new Int32Array(length + 1)
  const failing = new Int32Array(length + 1)
  const add = (counts: Int32Array, { from_index, to_index }: Ran) => {
    counts[Math.max(0, from_index - first)]! += 1
    counts[Math.min(length, (to_index ?? last + 1) - first)]! -= 1
  }
  for (const one of ran) {
    add(running, one)
    if (one.compliant !== true) add(failing, one)
  }
  let [runs, fails] = [0, 0]
  return Array.from({ length }, (_, index) => {
    runs += running[index]!
    fails += failing[index]!
    const artifacts = runs === 0 ? [] : [{ compliant: fails === 0 }]
    return environmentState(policyCount, artifacts).state
  })
}

/** A window, with the silences of an environment in it. */
interface ReportedWindow {
  from: number
  to: number
  silences: readonly Period[]
}

const countDays = (
  { silences, ...window }: ReportedWindow,
  changes: readonly StateChange[],
  count: 'compliant' | 'non_compliant',
) =>
  standingTime(window, [{ changes, silences, exceptions: [] }]).filter((day) => day[count] > 0)
    .length

/** Counts the UTC days of a window with time that is not stale. */
export const coveredDays = (window: ReportedWindow): number =>
  countDays(window, [{ at: window.from, state: true }], 'compliant')

/** Counts the UTC days of a window with non-compliant time. */
export const redDays = (window: ReportedWindow, changes: readonly StateChange[]): number =>
  countDays(window, changes, 'non_compliant')

/** A snapshot with the number of artifacts that exited in it. */
interface Moment {
  index: number
  exited_count: number
}

/**
 * Returns the snapshots that can be re-evaluated: the newest one always, older ones as long as at
 * most `maxArtifacts` ran in all of them.
 * @param moments oldest first, without a gap
 */
export function rangeWithin<M extends Moment>(
  moments: readonly M[],
  runningNow: number,
  maxArtifacts: number,
): M[] {
  let first = moments.length - 1
  let count = runningNow
  while (first > 0 && count + moments[first]!.exited_count <= maxArtifacts) {
    count += moments[first]!.exited_count
    first -= 1
  }
  return moments.slice(Math.max(0, first))
}
