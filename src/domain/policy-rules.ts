import type {
  AttestationRule,
  PolicyCondition,
  PolicyDocument,
  RequirementRule,
} from '#contract/policy-document.ts'
import type { AttestationDefinition, RequirementDefinition } from '#contract/policy-evaluation.ts'
import { compileExpression, type ExpressionContext } from './expression-evaluate.ts'
import type { JudgedRule } from './verdict.ts'

/** A rule of a policy, ready to be resolved many times. */
export type CompiledRule = {
  /** As verdicts show it; the same object every time. */
  rule: JudgedRule
  /** Whether it is asked of an artifact in a flow, or where no flow holds it. */
  applies: (context: ExpressionContext) => boolean
} & (
  | { kind: 'provenance' | 'trail-compliance' }
  | { kind: 'attestation'; wanted: AttestationDefinition }
)

/** A condition that cannot be read never lets anything off. */
const compile = (condition: PolicyCondition, unreadable: boolean) =>
  compileExpression(condition.text, unreadable)

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
): CompiledRule[] {
  // What is not written is no rule that anybody could look up.
  if (written.line === null) return []
  const exceptions = written.exceptions.map((exception) => compile(exception.if, false))
  const rule = { type: kind, definition: requirementDefinition(written), line: written.line }
  const applies = (context: ExpressionContext) =>
    written.required && !exceptions.some((isException) => isException(context))
  return [{ kind, rule, applies }]
}

function demand(written: AttestationRule): CompiledRule {
  const wanted = attestationDefinition(written)
  const rule = { type: 'attestation' as const, definition: wanted, line: written.line }
  const applies = written.if === null ? () => true : compile(written.if, true)
  return { kind: 'attestation', wanted, rule, applies }
}

/** The rules that a policy states, in the order of wire.md 22.2, their conditions compiled. */
export function rulesOf({ artifacts }: PolicyDocument): CompiledRule[] {
  return [
    ...requirement('provenance', artifacts.provenance),
    ...requirement('trail-compliance', artifacts.trail_compliance),
    ...artifacts.attestations.map(demand),
  ]
}
