import type { Template } from '#contract/template.ts'
import type { ArtifactStatus, AttestationStatus, ComplianceStatus } from '#contract/trail-state.ts'
import type { ReportedArtifact } from './artifact-evidence.ts'
import { type ArtifactSlot, artifactSlots } from './artifact-slots.ts'
import { fillSlots, type ReportedAttestation, stateOf } from './attestation-slots.ts'

export type { ReportedArtifact, ReportedAttestation }

// Left open, the strict way: an artifact's state counts unexpected trail-level evidence too; evidence
// for a commit that is not the slot's artifact counts under `name@commit`, until a newer record of the
// same attestation name replaces it; only an older artifact takes its evidence with it (23.1, rule 8).

/** What is evaluated, and when. */
interface Evaluation {
  template: Template
  template_id: string
  /** Unix seconds of the causing event */
  evaluated_at: number
}

/** Everything about one trail that its compliance rests on. */
export interface TrailFacts extends Evaluation {
  /** any order; ids are time-ordered text: a greater one is newer */
  attestations: readonly ReportedAttestation[]
  artifacts: readonly ReportedArtifact[]
}

/** A legacy artifact record without a trail. */
export interface ArtifactFacts extends Evaluation {
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

/** Every entry of a status, the trail's own first. */
const entriesOf = (
  status: Pick<ComplianceStatus, 'attestations_statuses' | 'artifacts_statuses'>,
) => [
  ...status.attestations_statuses,
  ...Object.values(status.artifacts_statuses).flatMap((artifact) => artifact.attestations_statuses),
]

/** Compliance of a trail, slot by slot (wire.md 9 and 23.1). */
export function evaluateTrail(facts: TrailFacts): ComplianceStatus {
  const { template, attestations, artifacts } = facts
  const ofTrail = fillSlots(
    template.trail.attestations,
    attestations.filter((it) => it.artifact_fingerprint === null && it.target_artifact === null),
  )
  // Names are anything a reporter sends, `__proto__` too.
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
 * Compliance of one artifact by itself, for a legacy record without a trail: its own attestations and
 * the template's slots of every artifact; nothing of either is COMPLIANT (wire.md 23.3).
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

/** An empty slot of a trail; without an attestation it is the artifact itself that lacks. */
export interface MissingSlot {
  artifact_name: string | null
  attestation_name: string | null
}

const lacking = (
  entries: readonly AttestationStatus[],
  artifact_name: string | null,
): MissingSlot[] =>
  entries
    .filter((entry) => entry.status === 'MISSING')
    .map(({ attestation_name }) => ({ artifact_name, attestation_name }))

/** What a trail lacks, the trail's own first. An absent artifact stands for its attestations. */
export function missingSlots(status: ComplianceStatus): MissingSlot[] {
  return [
    ...lacking(status.attestations_statuses, null),
    ...Object.entries(status.artifacts_statuses).flatMap(([artifact_name, artifact]) =>
      artifact.status === 'MISSING' && !artifact.unexpected
        ? [{ artifact_name, attestation_name: null }]
        : lacking(artifact.attestations_statuses, artifact_name),
    ),
  ]
}

/** Expected attestations of a trail and how many of them are there: numbers for a list row. */
export function countSlots(status: ComplianceStatus): { present: number; expected: number } {
  const expected = entriesOf(status).filter((entry) => !entry.unexpected)
  const present = expected.filter((entry) => entry.status === 'COMPLETE')
  return { present: present.length, expected: expected.length }
}
