import type { AttestationStatus, TrailState } from '#contract/trail-state.ts'
import { artifactEvidence } from './artifact-evidence.ts'
import { slotsOfName } from './artifact-slots.ts'
import { fillSlots, stateOf } from './attestation-slots.ts'
import type { TrailFacts } from './trail-compliance.ts'

/** One artifact of a trail as if it filled its slot, whether a newer one does or not. */
export interface JudgedArtifact {
  state: TrailState
  /** what is expected of it or was made on it */
  own: AttestationStatus[]
  /** the trail-level entries, which count for it too */
  ofTrail: AttestationStatus[]
}

/** Judges every artifact of a trail by itself, by artifact id (wire.md 23.1, rule 5). */
export function judgeArtifacts(
  facts: Pick<TrailFacts, 'template' | 'artifacts' | 'attestations'>,
): Map<string, JudgedArtifact> {
  const { template, artifacts, attestations } = facts
  const ofTrail = fillSlots(
    template.trail.attestations,
    attestations.filter((it) => it.artifact_fingerprint === null && it.target_artifact === null),
  )
  const evidence = artifactEvidence(artifacts, attestations)
  return new Map(
    artifacts.map((artifact) => {
      const slots = slotsOfName(template, artifact.template_reference_name)
      const own = fillSlots(slots, evidence.of(artifact))
      return [artifact.artifact_id, { state: stateOf([...ofTrail, ...own]), own, ofTrail }]
    }),
  )
}
