import type { TrailState } from '#contract/verdict/compliance-status.ts'
import type { AttestationDefinition, ResolutionType } from '#contract/verdict/policy-evaluation.ts'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import type { ExpressionContext } from '#domain/expression/evaluate-expression.ts'
import { byAge, fits, newestOf } from '#domain/trail/attestation-slots.ts'
import type { EvidenceLocation, RuleException } from '#domain/verdict/verdict.ts'
import type { CompiledRule, SkippedRule } from './policy-rules.ts'

/** Results of attestation rules that are known already, by rule. */
type KnownLookups = Map<CompiledRule, Lookup>

/** A flow and trail with the values for conditions. */
export interface NamedLocation {
  location: EvidenceLocation
  names: ExpressionContext
  /** Results for its evidence, shared by the locations with evidence alike. */
  known: KnownLookups
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
  location: EvidenceLocation,
): Lookup {
  const { wanted } = rule
  const found = findAttestations(wanted, location.evidence)
  if (found.length === 0) {
    const isLegacy = location.flow_name !== null && location.trail_name === null
    return isLegacy && wanted.for_control === null ? legacyFlow : missing
  }
  const isGood =
    !wanted.must_be_compliant || found.every((index) => location.evidence[index]!.is_compliant)
  return { type: isGood ? 'rule_satisfied' : 'non_compliant_attestation', found }
}

/** Evaluates a rule for an artifact in one flow and trail. */
export function lookUp(rule: CompiledRule, { location, names, known }: NamedLocation): Lookup {
  const skipped = rule.skip(names)
  if (skipped) return skippedLookup(skipped)
  if (rule.kind === 'attestation') {
    let result = known.get(rule)
    if (!result) known.set(rule, (result = lookUpAttestation(rule, location)))
    return result
  }
  if (location.flow_name === null) return missingProvenance
  if (rule.kind === 'provenance') return satisfied
  return location.artifact_status === 'COMPLIANT' ? satisfied : nonCompliantInTrail
}

type Wanted = Pick<AttestationDefinition, 'name' | 'type' | 'for_control'>

/** Returns whether an attestation matches a rule, whatever its verdict. */
export function isWanted(record: FoundAttestation, { name, type, for_control }: Wanted): boolean {
  return (
    (name === '*' || name === record.attestation_name) &&
    fits(type, record.attestation_type) &&
    (for_control === null || for_control === record.control)
  )
}

/**
 * Returns the identity of evidence: a newer attestation with the same key replaces it. No part of it
 * may hold a space or a line break.
 */
const evidenceKey = (record: FoundAttestation) =>
  `${record.attestation_name} ${record.attestation_type} ${record.control ?? ''}`

/** Returns the newest evidence of each name, type and control, oldest first. */
export function newestEvidence(
  evidence: readonly FoundAttestation[],
  isUseful: (record: FoundAttestation, key: string) => boolean = () => true,
): FoundAttestation[] {
  const newest = new Map<string, FoundAttestation>()
  for (const record of evidence) {
    const key = evidenceKey(record)
    if (!isUseful(record, key)) continue
    const known = newest.get(key)
    if (!known || known.attestation_id < record.attestation_id) newest.set(key, record)
  }
  return Array.from(newest.values()).sort((a, b) => byAge(a.attestation_id, b.attestation_id))
}

/** Kinds of evidence whose results are shared at most: that of further ones is looked up each time. */
const maxKnown = 1_000

/** Returns a function that finds the results which locations with evidence alike share. */
export function shareLookups(): (location: EvidenceLocation) => KnownLookups {
  const shared = new Map<string, KnownLookups>()
  return ({ flow_name, trail_name, evidence }) => {
    const records = evidence.map((record) => `${evidenceKey(record)} ${record.is_compliant}`)
    const key = [flow_name === null, trail_name === null, ...records].join('\n')
    let known = shared.get(key)
    if (!known) {
      known = new Map()
      if (shared.size < maxKnown) shared.set(key, known)
    }
    return known
  }
}

/**
 * Returns the evidence that the state of an artifact in a trail rests on: the newest of each name on
 * the artifact and on the trail; of a failing state what fails. None of an incomplete one, which
 * rests on what is missing.
 */
export function evidenceOfState(
  state: TrailState,
  evidence: readonly FoundAttestation[],
): FoundAttestation[] {
  if (state === 'INCOMPLETE') return []
  const newest = newestOf(
    evidence,
    ({ scope, attestation_name }) => `${scope} ${attestation_name}`,
    ({ attestation_id }) => attestation_id,
  )
  return [...newest.values()].filter(
    ({ is_override, is_compliant }) => !is_override && is_compliant === (state === 'COMPLIANT'),
  )
}

/**
 * Returns the indexes of evidence, oldest first, that matches a rule: the newest of each name, or
 * for a control its newest decision under any name.
 */
export function findAttestations(wanted: Wanted, evidence: readonly FoundAttestation[]): number[] {
  if (wanted.name !== '*' || wanted.for_control !== null) {
    const newest = evidence.findLastIndex((record) => isWanted(record, wanted))
    return newest < 0 ? [] : [newest]
  }
  const names = new Set<string>()
  const found: number[] = []
  for (let index = evidence.length - 1; index >= 0; index--) {
    const record = evidence[index]!
    if (!isWanted(record, wanted) || names.has(record.attestation_name)) continue
    found.push(index)
    names.add(record.attestation_name)
  }
  return found.reverse()
}
