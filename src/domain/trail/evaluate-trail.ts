import type { Template } from '#contract/template/template.ts'
import type {
  ArtifactStatus,
  AttestationStatus,
  ComplianceStatus,
  TrailState,
} from '#contract/verdict/compliance-status.ts'
import { artifactEvidence, type ReportedArtifact } from './artifact-evidence.ts'
import { type ArtifactSlot, artifactSlots, slotsOfName } from './artifact-slots.ts'
import {
  countPresent,
  entriesOf,
  fillSlots,
  type ReportedAttestation,
  stateOf,
  type StatusEntries,
} from './attestation-slots.ts'

export type { ReportedArtifact, ReportedAttestation }

// Strict choices where the specification is silent: an artifact's state includes unexpected evidence of
// its trail; evidence for another commit than that of the slot's artifact counts under `name@commit`
// until a newer attestation of its name replaces it; a replaced artifact takes its evidence with it.

/** Template and time of an evaluation. */
interface Evaluation {
  template: Template
  template_id: string
  /** Unix seconds of the causing event. */
  evaluated_at: number
}

/** All facts that determine the compliance of a trail. */
export interface TrailFacts extends Evaluation {
  /** In any order; ids are time-ordered text: a greater one is newer. */
  attestations: readonly ReportedAttestation[]
  artifacts: readonly ReportedArtifact[]
}

/** A legacy artifact record without a trail. */
interface ArtifactFacts extends Evaluation {
  artifact: ReportedArtifact
  attestations: readonly ReportedAttestation[]
}

function statusOfArtifact(
  { artifact, slots, evidence, unexpected }: ArtifactSlot,
  ofTrail: readonly AttestationStatus[],
  { template_id, evaluated_at }: Evaluation,
): ArtifactStatus {
  const own = fillSlots(slots, evidence)
  const status = artifact ? stateOf([...ofTrail, ...own]) : 'MISSING'
  return {
    artifact_fingerprint: artifact?.fingerprint ?? null,
    artifact_id: artifact?.artifact_id ?? null,
    status,
    is_compliant: status === 'COMPLIANT',
    attestations_statuses: own,
    unexpected,
    evaluated_at,
    flow_template_id: template_id,
  }
}

/** Evaluates the compliance of a trail, slot by slot. */
export function evaluateTrail(facts: TrailFacts): ComplianceStatus {
  const { template, attestations, artifacts } = facts
  const ofTrail = fillSlots(
    template.trail.attestations,
    attestations.filter((it) => it.artifact_fingerprint === null && it.target_artifact === null),
  )
  // Reporters may send any name, even `__proto__`.
  const statuses: Record<string, ArtifactStatus> = Object.create(null)
  for (const slot of artifactSlots(template, artifacts, attestations)) {
    let { key } = slot
    while (key in statuses) key += '+'
    statuses[key] = statusOfArtifact(slot, ofTrail, facts)
  }
  const entries = { attestations_statuses: ofTrail, artifacts_statuses: statuses }
  const state = stateOf(entriesOf(entries))
  const lacksArtifact = Object.values(statuses).some(
    (artifact) => artifact.status === 'MISSING' && !artifact.unexpected,
  )
  const status = state === 'COMPLIANT' && lacksArtifact ? 'INCOMPLETE' : state
  return {
    status,
    is_compliant: status === 'COMPLIANT',
    ...entries,
    evaluated_at: facts.evaluated_at,
    flow_template_id: facts.template_id,
  }
}

/**
 * Evaluates an artifact of a legacy record without a trail: its own attestations and the template's
 * slots of every artifact; COMPLIANT without any.
 */
export function evaluateArtifactAlone(facts: ArtifactFacts): ArtifactStatus {
  const { artifact, attestations, template } = facts
  const slot: ArtifactSlot = {
    key: artifact.fingerprint,
    artifact,
    unexpected: false,
    slots: template.every_artifact,
    evidence: attestations.filter((it) => it.artifact_fingerprint === artifact.fingerprint),
  }
  return statusOfArtifact(slot, [], facts)
}

/** An empty slot of a trail; without an attestation the artifact itself is missing. */
interface MissingSlot {
  artifact_name: string | null
  attestation_name: string | null
}

const missingOf = (
  entries: readonly AttestationStatus[],
  artifact_name: string | null,
): MissingSlot[] =>
  entries
    .filter((entry) => entry.status === 'MISSING')
    .map(({ attestation_name }) => ({ artifact_name, attestation_name }))

/** Returns the empty slots of a trail, its own first. A missing artifact stands for its slots. */
export function missingSlots(status: ComplianceStatus): MissingSlot[] {
  return [
    ...missingOf(status.attestations_statuses, null),
    ...Object.entries(status.artifacts_statuses).flatMap(([artifact_name, artifact]) =>
      artifact.status === 'MISSING' && !artifact.unexpected
        ? [{ artifact_name, attestation_name: null }]
        : missingOf(artifact.attestations_statuses, artifact_name),
    ),
  ]
}

/** Counts the expected attestations of a trail, and those present. */
export function countSlots(status: ComplianceStatus): { present: number; expected: number } {
  const expected = entriesOf(status).filter((entry) => !entry.unexpected)
  return { present: countPresent(expected), expected: expected.length }
}

/** An artifact of a trail as if it filled its slot, whether or not a newer one does. */
export interface EvaluatedArtifact {
  state: TrailState
  /** Attestations expected for it or made on it. */
  own: AttestationStatus[]
  /** Entries of the trail, which count for it too. */
  ofTrail: AttestationStatus[]
}

/** Evaluates every artifact of a trail separately, by artifact id. */
export function evaluateArtifactSlots(
  facts: Pick<TrailFacts, 'template' | 'artifacts' | 'attestations'>,
): Map<string, EvaluatedArtifact> {
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

function reasonOf({ attestation_name: name, status, is_compliant }: AttestationStatus) {
  if (status === 'MISSING') return [`Attestation '${name}' is missing`]
  return is_compliant === false ? [`Attestation '${name}' is non-compliant`] : []
}

/**
 * Returns why an artifact on a trail is not compliant, a sentence for each attestation: its own
 * ones, then those of the trail, which count for it too.
 */
export function trailFailureReasons(
  { artifacts_statuses, attestations_statuses }: ComplianceStatus,
  artifactId: string,
): string[] {
  const own = Object.values(artifacts_statuses).find((one) => one.artifact_id === artifactId)
  return [...(own?.attestations_statuses ?? []), ...attestations_statuses].flatMap(reasonOf)
}

/** The slot that a state is because of, and how many others there are like it. */
interface DecidingSlot {
  attestation_name: string
  /** Null where it is missing. */
  attestation_id: string | null
  more: number
}

/**
 * Returns because of which slot an artifact of a trail stands as it does: the first that fails, else
 * the first that is missing, else the first that an override fills. Null where evidence alone carries
 * it, and where a later artifact has its place, so that its slots are not known.
 */
export function decidingSlot(status: StatusEntries, artifactId: string): DecidingSlot | null {
  const own = Object.values(status.artifacts_statuses).find(
    ({ artifact_id }) => artifact_id === artifactId,
  )
  if (!own) return null
  const slots = [...own.attestations_statuses, ...status.attestations_statuses]
  const like = (is: (slot: AttestationStatus) => boolean): DecidingSlot | null => {
    const [first, ...others] = slots.filter(is)
    if (!first) return null
    const { attestation_name, attestation_id } = first
    return { attestation_name, attestation_id, more: others.length }
  }
  return (
    like((slot) => slot.is_compliant === false) ??
    like((slot) => slot.status === 'MISSING') ??
    like((slot) => slot.is_override === true)
  )
}
