import type { PolicyDocument } from '#contract/policy/policy-document.ts'
import { daySeconds } from '#domain/common/days.ts'
import { rulesOf } from './policy-rules.ts'
import type { EvaluatedRule } from '#domain/verdict/verdict.ts'

/** Seconds without an evaluated artifact after which a rule is idle: 90 days. */
export const idleAfter = 90 * daySeconds

/** A rule without its line. */
type StatedRule = Pick<EvaluatedRule, 'type' | 'definition'>

const keyOf = ({ type, definition }: StatedRule) => JSON.stringify([type, definition])

const requiresNothing = ({ definition }: StatedRule) =>
  'required' in definition && !definition.required

/**
 * Returns for each rule of a policy, in the order of its verdicts, whether it is idle: it was in
 * force for the whole time, required something, and applied to no artifact.
 * @param before the version in force when that time began; null where there was none
 * @param evaluated rules that applied to some artifact since
 */
export function idleRules(
  document: PolicyDocument,
  before: PolicyDocument | null,
  evaluated: readonly StatedRule[],
): boolean[] {
  const inForce = new Set(before ? rulesOf(before).map(({ rule }) => keyOf(rule)) : [])
  const used = new Set(evaluated.map(keyOf))
  return rulesOf(document).map(({ rule }) => {
    const key = keyOf(rule)
    return !requiresNothing(rule) && inForce.has(key) && !used.has(key)
  })
}
