import type { PolicyDocument } from '#contract/policy/policy-document.ts'
import { rulesOf } from './policy-rules.ts'
import type { EvaluatedRule } from '#domain/verdict/verdict.ts'

/** How long a rule that judges nothing goes unmarked, in seconds: 90 days. */
export const idleAfter = 90 * 86_400

/** A rule wherever it is written. */
type StatedRule = Pick<EvaluatedRule, 'type' | 'definition'>

const keyOf = ({ type, definition }: StatedRule) => JSON.stringify([type, definition])

const asksNothing = ({ definition }: StatedRule) => 'required' in definition && !definition.required

/**
 * Which rules of a policy judged nothing for so long that they are marked, in the order of its
 * verdicts: those that asked something all the time.
 * @param before the version in force when that time began; null where there was none
 * @param evaluated what decided on some artifact since
 */
export function idleRules(
  document: PolicyDocument,
  before: PolicyDocument | null,
  evaluated: readonly StatedRule[],
): boolean[] {
  const stood = new Set(before ? rulesOf(before).map(({ rule }) => keyOf(rule)) : [])
  const judged = new Set(evaluated.map(keyOf))
  return rulesOf(document).map(({ rule }) => {
    const key = keyOf(rule)
    return !asksNothing(rule) && stood.has(key) && !judged.has(key)
  })
}
