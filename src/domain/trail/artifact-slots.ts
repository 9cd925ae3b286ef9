import type { Template, TemplateSlot } from '#contract/template/template.ts'
import { addTo, artifactEvidence, type ReportedArtifact } from './artifact-evidence.ts'
import { byAge, newestOf, newestOfName, type ReportedAttestation } from './attestation-slots.ts'

/** One artifact of a trail: reported, or awaited with its attestations made in advance. */
export interface ArtifactSlot {
  key: string
  artifact: ReportedArtifact | null
  unexpected: boolean
  slots: readonly TemplateSlot[]
  evidence: readonly ReportedAttestation[]
}

/** Returns the newest artifact of each template name, which fills its slot. */
function newestArtifacts(artifacts: readonly ReportedArtifact[]): ReportedArtifact[] {
  const newest = newestOf(
    artifacts,
    ({ template_reference_name: name, fingerprint }) =>
      name === null ? `fingerprint ${fingerprint}` : `name ${name}`,
    (artifact) => artifact.artifact_id,
  )
  return Array.from(newest.values())
}

/** Returns the template's slots for an artifact. @param name null for one without a name in the template */
export function slotsOfName(template: Template, name: string | null): readonly TemplateSlot[] {
  const own =
    template.trail.artifacts.find((artifact) => artifact.name === name)?.attestations ?? []
  const names = new Set(own.map((slot) => slot.name))
  return [...own, ...template.every_artifact.filter((slot) => !names.has(slot.name))]
}

/** Returns awaited evidence that no newer attestation of its name replaces, by commit. */
function stillAwaited(
  awaited: readonly ReportedAttestation[],
  present: readonly ReportedAttestation[],
): Map<string, ReportedAttestation[]> {
  const newest = newestOfName([...awaited, ...present])
  const byCommit = new Map<string, ReportedAttestation[]>()
  for (const record of awaited) {
    if (newest.get(record.attestation_name) !== record) continue
    addTo(byCommit, record.git_commit ?? 'unknown', record)
  }
  return byCommit
}

/** A slot that is not in the template, with the id of the artifact or attestation it is for. */
type OtherSlot = ArtifactSlot & { since: string }

function awaitedSlot(key: string, evidence: readonly ReportedAttestation[]): OtherSlot {
  const since = evidence.map((record) => record.attestation_id).reduce((a, b) => (a > b ? a : b))
  return { key, artifact: null, unexpected: true, slots: [], evidence, since }
}

/** Returns the artifacts of a trail: the template's in its order, then the others by time. */
export function artifactSlots(
  template: Template,
  artifacts: readonly ReportedArtifact[],
  records: readonly ReportedAttestation[],
): ArtifactSlot[] {
  const { every_artifact } = template
  const evidence = artifactEvidence(artifacts, records)
  const holders = newestArtifacts(artifacts)
  const holderOf = new Map(holders.map((holder) => [holder.template_reference_name, holder]))
  const names = new Set<string | null>(template.trail.artifacts.map(({ name }) => name))

  const expected = template.trail.artifacts.map(({ name }): ArtifactSlot => {
    const artifact = holderOf.get(name) ?? null
    return {
      key: name,
      artifact,
      unexpected: false,
      slots: slotsOfName(template, name),
      evidence: artifact ? evidence.of(artifact) : (evidence.awaited.get(name) ?? []),
    }
  })

  const reported = holders
    .filter((holder) => !names.has(holder.template_reference_name))
    .map((artifact): OtherSlot => ({
      key: artifact.template_reference_name ?? artifact.fingerprint,
      artifact,
      unexpected: every_artifact.length === 0,
      slots: every_artifact,
      evidence: evidence.of(artifact),
      since: artifact.artifact_id,
    }))

  const awaited = Array.from(evidence.awaited).flatMap(([name, waiting]): OtherSlot[] => {
    const holder = holderOf.get(name)
    if (!holder) return names.has(name) ? [] : [awaitedSlot(name, waiting)]
    const rest = Array.from(stillAwaited(waiting, evidence.of(holder)))
    return rest.map(([commit, of]) => awaitedSlot(`${name}@${commit}`, of))
  })

  return [...expected, ...[...reported, ...awaited].sort((a, b) => byAge(a.since, b.since))]
}
