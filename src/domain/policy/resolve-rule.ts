import type { ResolutionType } from '#contract/verdict/policy-evaluation.ts'
import type { ExpressionContext } from '#domain/expression/evaluate-expression.ts'
import { findAttestations } from './find-evidence.ts'
import type { CompiledRule, SkippedRule } from './policy-rules.ts'
import type { EvidenceLocation, RuleException } from '#domain/verdict/verdict.ts'

/** A flow and trail with the values for conditions. */
export interface NamedPlace {
  place: EvidenceLocation
  names: ExpressionContext
}

/** Result of a rule in one flow and trail, with the indexes of the evidence used. */
export interface Lookup {
  type: ResolutionType
  found: readonly number[]
  /** Exception of the policy that frees from the rule. */
  exception?: RuleException
}

const nothing: readonly number[] = []
const notApplicable: Lookup = { type: 'rule_not_applicable', found: nothing }
const missingProvenance: Lookup = { type: 'missing_provenance', found: nothing }
const satisfied: Lookup = { type: 'rule_satisfied', found: nothing }
const nonCompliantInTrail: Lookup = { type: 'non_compliant_in_trail', found: nothing }
const missing: Lookup = { type: 'missing_attestation', found: nothing }
const legacyFlow: Lookup = { type: 'legacy_flow', found: nothing }

const skippedLookup = ({ exception }: SkippedRule): Lookup =>
  exception === null ? notApplicable : { ...notApplicable, exception }

function lookUpAttestation(
  rule: CompiledRule & { kind: 'attestation' },
  place: EvidenceLocation,
): Lookup {
  const { wanted } = rule
  const found = findAttestations(wanted, place.evidence)
  if (found.length === 0) {
    const isLegacy = place.flow_name !== null && place.trail_name === null
    return isLegacy && wanted.for_control === null ? legacyFlow : missing
  }
  const isGood =
    !wanted.must_be_compliant || found.every((index) => place.evidence[index]!.is_compliant)
  return { type: isGood ? 'rule_satisfied' : 'non_compliant_attestation', found }
}

/** Evaluates a rule for an artifact in one flow and trail. */
export function lookUp(rule: CompiledRule, { place, names }: NamedPlace): Lookup {
  const skipped = rule.skip(names)
  if (skipped) return skippedLookup(skipped)
  if (rule.kind === 'attestation') return lookUpAttestation(rule, place)
  if (place.flow_name === null) return missingProvenance
  if (rule.kind === 'provenance') return satisfied
  return place.artifact_status === 'COMPLIANT' ? satisfied : nonCompliantInTrail
}
