import type {
  AttestationRule,
  PolicyCondition,
  PolicyDocument,
  RequirementRule,
} from '#contract/policy/policy-document.ts'
import type {
  AttestationDefinition,
  RequirementDefinition,
} from '#contract/verdict/policy-evaluation.ts'
import { daySeconds } from '#domain/common/days.ts'
import {
  compileExpression,
  type ExpressionContext,
  type MatchBudget,
} from '#domain/expression/evaluate-expression.ts'
import type { EvaluatedRule, RuleException } from '#domain/verdict/verdict.ts'

/** A rule that is not asked: by its condition, or by an exception that frees from it. */
export interface SkippedRule {
  exception: RuleException | null
}

const notApplicable: SkippedRule = { exception: null }

/** A rule of a policy, compiled for repeated evaluation. */
export type CompiledRule = {
  /** The rule in verdicts; the same object every time. */
  rule: EvaluatedRule
  /** Returns why it is not asked of an artifact in a flow, or without provenance; null if it is. */
  skip: (context: ExpressionContext) => SkippedRule | null
} & (
  | { kind: 'provenance' | 'trail-compliance' }
  | { kind: 'attestation'; wanted: AttestationDefinition }
)

/** Compiles a condition; one that cannot be parsed never exempts anything. */
const compile = (condition: PolicyCondition, unreadable: boolean, budget?: MatchBudget) =>
  compileExpression(condition.text, unreadable, budget)

/** Returns a requirement as responses show it. */
const requirementDefinition = ({
  required,
  exceptions,
}: RequirementRule): RequirementDefinition => ({ required, exceptions })

/** Returns an attestation rule as responses show it. */
const attestationDefinition = (written: AttestationRule): AttestationDefinition => ({
  if: written.if,
  name: written.name,
  type: written.type,
  must_be_compliant: written.must_be_compliant,
  for_control: written.for_control,
})

function requirement(
  kind: 'provenance' | 'trail-compliance',
  written: RequirementRule,
  budget?: MatchBudget,
): CompiledRule[] {
  // An absent rule is not part of verdicts.
  if (written.line === null) return []
  const exceptions = written.exceptions.map((exception, at) => ({
    frees: compile(exception.if, false, budget),
    skipped: {
      exception: { text: exception.if.text, line: written.exception_lines?.[at] ?? null },
    },
  }))
  const rule = { type: kind, definition: requirementDefinition(written), line: written.line }
  const skip = (context: ExpressionContext) =>
    written.required
      ? (exceptions.find(({ frees }) => frees(context))?.skipped ?? null)
      : notApplicable
  return [{ kind, rule, skip }]
}

function demand(written: AttestationRule, budget?: MatchBudget): CompiledRule {
  const wanted = attestationDefinition(written)
  const rule = { type: 'attestation' as const, definition: wanted, line: written.line }
  const applies = written.if === null ? () => true : compile(written.if, true, budget)
  const skip = (context: ExpressionContext) => (applies(context) ? null : notApplicable)
  return { kind: 'attestation', wanted, rule, skip }
}

/** Compiles the rules of a policy, provenance first and attestations last. */
export function rulesOf({ artifacts }: PolicyDocument, budget?: MatchBudget): CompiledRule[] {
  return [
    ...requirement('provenance', artifacts.provenance, budget),
    ...requirement('trail-compliance', artifacts.trail_compliance, budget),
    ...artifacts.attestations.map((written) => demand(written, budget)),
  ]
}

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
