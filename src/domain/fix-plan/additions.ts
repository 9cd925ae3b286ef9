import { fullType } from '#contract/attestation/types/kind.ts'
import type { Addition } from '#contract/verdict/fix-plan.ts'
import type { AttestationDefinition } from '#contract/verdict/policy-evaluation.ts'
import type { AttestationStatus } from '#contract/verdict/compliance-status.ts'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import { findAttestations, newestEvidence } from '#domain/policy/resolve-rule.ts'
import { type CandidateFlow, evaluateOnTrail, type FixableFlow } from './fix-facts.ts'
import type { EvaluatedRule } from '#domain/verdict/verdict.ts'

type Attest = Addition & { kind: 'attest' }
type Where = Pick<Attest, 'flow_name' | 'trail_name'>

/** Returns the type of an attestation that satisfies a type of a template or rule. */
function reportedType(type: string): string {
  if (type === '*') return 'generic'
  return fullType(type)
}

/** Returns the control of the evidence in a slot; slots of trails do not depend on it. */
const controlOf = (evidence: readonly FoundAttestation[], id: string | null) =>
  evidence.find((record) => record.attestation_id === id)?.control ?? null

/** Returns the attestations that the slots of one scope need. */
function forEntries(
  entries: readonly AttestationStatus[],
  scope: Attest['scope'],
  where: Where,
  evidence: readonly FoundAttestation[],
): Attest[] {
  const expected = new Set(
    entries.flatMap((entry) => (entry.unexpected ? [] : [entry.attestation_name])),
  )
  const isLacking = ({ status, is_compliant, unexpected, attestation_name }: AttestationStatus) =>
    // An unexpected entry with the name of a slot disappears when the slot is filled.
    (status === 'MISSING' || is_compliant === false) &&
    !(unexpected && expected.has(attestation_name))
  return entries.filter(isLacking).map((entry) => ({
    kind: 'attest',
    ...where,
    scope,
    attestation_name: entry.attestation_name,
    attestation_type: reportedType(entry.attestation_type),
    control: controlOf(evidence, entry.attestation_id),
    replaces_attestation_id: entry.attestation_id,
  }))
}

/** Returns name and scope of a new attestation: a missing slot of the template, else a free name. */
function newSlotOf(
  wanted: AttestationDefinition,
  { trail }: FixableFlow,
): Pick<Attest, 'attestation_name' | 'scope'> {
  const { own = [], ofTrail = [] } = (trail && evaluateOnTrail(trail)) ?? {}
  const entries = [...own, ...ofTrail]
  const isSlot = ({ status, attestation_name, attestation_type }: AttestationStatus) =>
    wanted.name === '*'
      ? status === 'MISSING' && attestation_type === wanted.type
      : attestation_name === wanted.name
  const slot = entries.find(isSlot)
  if (slot) {
    return {
      attestation_name: slot.attestation_name,
      scope: own.includes(slot) ? 'artifact' : 'trail',
    }
  }
  if (wanted.name !== '*') return { attestation_name: wanted.name, scope: 'artifact' }
  const plain = (wanted.for_control ?? wanted.type).replace(/[^a-zA-Z0-9\-_,]/g, '-')
  let attestation_name = plain
  for (let number = 2; entries.some((one) => one.attestation_name === attestation_name); number++) {
    attestation_name = `${plain}-${number}`
  }
  return { attestation_name, scope: 'artifact' }
}

function forAttestation(wanted: AttestationDefinition, flow: FixableFlow, where: Where): Attest[] {
  const evidence = newestEvidence(flow.evidence)
  const found = findAttestations(wanted, evidence).map((index) => evidence[index]!)
  if (found.length === 0) {
    return [
      {
        kind: 'attest',
        ...where,
        ...newSlotOf(wanted, flow),
        attestation_type: reportedType(wanted.type),
        control: wanted.for_control,
        replaces_attestation_id: null,
      },
    ]
  }
  return found
    .filter((record) => !record.is_compliant)
    .map(({ scope, attestation_name, attestation_type, control, attestation_id }) => ({
      kind: 'attest',
      ...where,
      scope,
      attestation_name,
      attestation_type,
      control,
      replaces_attestation_id: attestation_id,
    }))
}

function forTrailCompliance({ trail, evidence }: FixableFlow, where: Where): Attest[] {
  const evaluated = trail && evaluateOnTrail(trail)
  if (!evaluated) return []
  return [
    ...forEntries(evaluated.own, 'artifact', where, evidence),
    ...forEntries(evaluated.ofTrail, 'trail', where, evidence),
  ]
}

/** Returns what a rule needs on the trail of a flow; nothing without a trail, or if it is satisfied. */
export function additionsFor({ type, definition }: EvaluatedRule, flow: FixableFlow): Addition[] {
  const { flow_name, trail_name } = flow
  if (trail_name === null) return []
  const where = { flow_name, trail_name }
  if ('name' in definition) return forAttestation(definition, flow, where)
  return type === 'trail-compliance' ? forTrailCompliance(flow, where) : []
}

/** Returns a report of the artifact on a new trail, under the template's first name or its own. */
export function reportOn(candidate: CandidateFlow, artifactName: string): Addition {
  const { flow_name, trail_name, template } = candidate
  const ownName = artifactName.replace(/[^a-zA-Z0-9\-_,.]/g, '-')
  const template_reference_name = template.trail.artifacts[0]?.name ?? ownName
  return { kind: 'report_artifact', flow_name, trail_name, template_reference_name }
}
