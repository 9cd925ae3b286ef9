import type { Template } from '#contract/template/template.ts'
import type { Addition } from '#contract/verdict/fix-plan.ts'
import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import type { PolicyInput, ArtifactOrigin } from '#domain/policy/policy-input.ts'
import type { ReportedAttestation } from '#domain/trail/attestation-slots.ts'
import {
  evaluateArtifactSlots,
  type EvaluatedArtifact,
  type TrailFacts,
} from '#domain/trail/evaluate-trail.ts'

/** Facts of the trail that holds an artifact, which is re-evaluated with each addition. */
interface HoldingTrail extends Pick<TrailFacts, 'template' | 'artifacts' | 'attestations'> {
  /** Id of the artifact's record on it. */
  artifact_id: string
}

/** A flow and trail that hold an artifact; `trail` is null for a legacy record. */
export interface FixableFlow extends ArtifactOrigin {
  trail: HoldingTrail | null
}

/** An artifact with all facts that a fix needs. */
export interface FixableArtifact extends PolicyInput {
  flows: readonly FixableFlow[]
}

/** A flow in which the artifact could be reported, with the new trail for it. */
export interface CandidateFlow {
  flow_name: string
  tags: Readonly<Record<string, string>>
  trail_name: string
  template: Template
}

/** Evaluates an artifact's slots and state on its trail. */
export const evaluateOnTrail = (trail: HoldingTrail): EvaluatedArtifact | undefined =>
  evaluateArtifactSlots(trail).get(trail.artifact_id)

/** Returns an id greater than any stored one, so that additions are the newest. */
const newId = (number: number) => `~${String(number).padStart(6, '0')}`

function flowOf(candidate: CandidateFlow, fingerprint: string, name: string): FixableFlow {
  const artifact_id = newId(0)
  const artifact = { artifact_id, fingerprint, template_reference_name: name, git_commit: '' }
  const { template, ...flow } = candidate
  const trail = { template, artifacts: [artifact], attestations: [], artifact_id }
  return { ...flow, state: evaluateOnTrail(trail)?.state ?? 'COMPLIANT', evidence: [], trail }
}

function withAttestation(
  flow: FixableFlow,
  added: Addition & { kind: 'attest' },
  fingerprint: string,
): FixableFlow {
  if (!flow.trail) return flow
  const { attestation_name, attestation_type, control, scope } = added
  const attestation_id = newId(flow.trail.attestations.length + flow.evidence.length + 1)
  const common = { attestation_id, attestation_name, attestation_type, is_compliant: true }
  const found: FoundAttestation = { ...common, control, scope, recorded_at: 0 }
  const reported: ReportedAttestation = {
    ...common,
    artifact_fingerprint: scope === 'artifact' ? fingerprint : null,
    target_artifact: null,
    git_commit: null,
    overridden_attestation_id: null,
  }
  const trail = { ...flow.trail, attestations: [...flow.trail.attestations, reported] }
  const state = evaluateOnTrail(trail)?.state ?? flow.state
  return { ...flow, trail, state, evidence: [...flow.evidence, found] }
}

/** Returns the artifact as it would be with an addition. */
export function withAddition(
  artifact: FixableArtifact,
  added: Addition,
  candidates: readonly CandidateFlow[],
): FixableArtifact {
  const { fingerprint, flows } = artifact
  const isThere = (it: { flow_name: string; trail_name: string | null }) =>
    it.flow_name === added.flow_name && it.trail_name === added.trail_name
  if (added.kind === 'attest') {
    return {
      ...artifact,
      flows: flows.map((flow) =>
        isThere(flow) ? withAttestation(flow, added, fingerprint) : flow,
      ),
    }
  }
  const candidate = candidates.find(isThere)
  if (!candidate) return artifact
  return {
    ...artifact,
    flows: [...flows, flowOf(candidate, fingerprint, added.template_reference_name)],
  }
}
