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
import {
  compileExpression,
  type ExpressionContext,
  type MatchBudget,
} from '#domain/expression/evaluate-expression.ts'
import type { EvaluatedRule } from '#domain/verdict/verdict.ts'

/** A rule of a policy, ready to be resolved many times. */
export type CompiledRule = {
  /** As verdicts show it; the same object every time. */
  rule: EvaluatedRule
  /** Whether it is asked of an artifact in a flow, or where no flow holds it. */
  applies: (context: ExpressionContext) => boolean
} & (
  | { kind: 'provenance' | 'trail-compliance' }
  | { kind: 'attestation'; wanted: AttestationDefinition }
)

/** A condition that cannot be read never lets anything off. */
const compile = (condition: PolicyCondition, unreadable: boolean, budget?: MatchBudget) =>
  compileExpression(condition.text, unreadable, budget)

/** A requirement as the wire shows it. */
export const requirementDefinition = ({
  required,
  exceptions,
}: RequirementRule): RequirementDefinition => ({ required, exceptions })

/** A demand for an attestation as the wire shows it. */
export const attestationDefinition = (written: AttestationRule): AttestationDefinition => ({
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
  // What is not written is no rule that anybody could look up.
  if (written.line === null) return []
  const exceptions = written.exceptions.map((exception) => compile(exception.if, false, budget))
  const rule = { type: kind, definition: requirementDefinition(written), line: written.line }
  const applies = (context: ExpressionContext) =>
    written.required && !exceptions.some((isException) => isException(context))
  return [{ kind, rule, applies }]
}

function demand(written: AttestationRule, budget?: MatchBudget): CompiledRule {
  const wanted = attestationDefinition(written)
  const rule = { type: 'attestation' as const, definition: wanted, line: written.line }
  const applies = written.if === null ? () => true : compile(written.if, true, budget)
  return { kind: 'attestation', wanted, rule, applies }
}

/** The rules that a policy states, provenance first and evidence last, their conditions compiled. */
export function rulesOf({ artifacts }: PolicyDocument, budget?: MatchBudget): CompiledRule[] {
  return [
    ...requirement('provenance', artifacts.provenance, budget),
    ...requirement('trail-compliance', artifacts.trail_compliance, budget),
    ...artifacts.attestations.map((written) => demand(written, budget)),
  ]
}
