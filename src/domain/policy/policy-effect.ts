import type { PolicyFlip, Standstill } from '#contract/policy/policy-effect.ts'
import { compliantTime, type StateChange } from '#domain/environment/compliant-time.ts'
import type { SnapshotRange } from '#domain/snapshot/snapshot-range.ts'
import {
  environmentState,
  type ArtifactVerdict,
  type RuleVerdict,
} from '#domain/verdict/verdict.ts'
import type { NamedPolicy } from './policy-input.ts'

/** A rule of a policy version by its place among those that the policy states. */
export interface DecidingRule {
  policy_name: string
  policy_version: number
  position: number
}

/** An artifact that has another verdict by other policies. */
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
 * How the verdict on an artifact changes, and the rules that decide it: those that it fails then, or
 * failed before. Null where it stays.
 */
export function flipOf(before: ArtifactVerdict, after: ArtifactVerdict): Flip | null {
  const { name, fingerprint, compliant: to, reason } = after
  if (before.compliant === to) return null
  const rules = failingRules(to === false ? after : before)
  return { name, fingerprint, from: before.compliant, to, reason, rules }
}

/** Whether two sets of policy versions ask the same; a draft may say what is saved already. */
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
  /** Whether the policies that it is about are attached, some and all of them. */
  attached: { some: boolean; all: boolean }
  before: readonly NamedPolicy[]
  after: readonly NamedPolicy[]
  isReported: boolean
  /** Whether a verdict of what runs, or the state, changes. */
  isChange: boolean
}

/** Why an environment stands as it stood; null where something changes there. */
export function standstillOf(outcome: Outcome): Standstill | null {
  const { action, attached, before, after, isReported, isChange } = outcome
  if (isChange) return null
  if (action !== 'attach' && !attached.some) return 'not_attached'
  if (saysTheSame(before, after)) {
    return action === 'attach' && attached.all ? 'attached_already' : 'says_the_same'
  }
  return isReported ? 'same_verdicts' : 'never_reported'
}

/** What ran in the snapshots `from_index` ≤ n < `to_index` (null: until now), and its verdict. */
export interface Ran {
  from_index: number
  to_index: number | null
  compliant: boolean | null
}

/** The state that each snapshot of a range would have by the verdicts on what ran in it. */
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

/** How many UTC days a window touches, and on how many of them some time was non-compliant. */
export function redDays(
  window: { from: number; to: number },
  standings: readonly StateChange[],
): { covered: number; red: number } {
  const days = compliantTime(window, [standings])
  return {
    covered: days.length,
    red: days.filter(({ judged, compliant }) => compliant < judged).length,
  }
}

/** A snapshot, and how many artifacts ran in the one before but not in it. */
export interface Moment {
  index: number
  exited_count: number
}

/**
 * How far back snapshots can be judged again: the newest one always, older ones while what ran in
 * them is no more than `most` artifacts.
 * @param moments oldest first, without a gap
 */
export function rangeWithin<M extends Moment>(
  moments: readonly M[],
  runningNow: number,
  most: number,
): M[] {
  let first = moments.length - 1
  let count = runningNow
  while (first > 0 && count + moments[first]!.exited_count <= most) {
    count += moments[first]!.exited_count
    first -= 1
  }
  return moments.slice(Math.max(0, first))
}
