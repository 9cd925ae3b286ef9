import type { ReportedAttestation } from './attestation-slots.ts'

/**
 * Returns whether two hashes name the same commit: equal, or one an abbreviation of the other with
 * at least 5 characters.
 */
export function isSameCommit(a: string | null | undefined, b: string): boolean {
  if (!a) return false
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 5 && long.startsWith(short)
}

/** Returns the name of a commit's author: `Ada Lovelace` of `Ada Lovelace <ada@example.org>`. */
export function authorName(author: string): string {
  const trimmed = author.trimEnd()
  const address = trimmed.lastIndexOf('<')
  return trimmed.endsWith('>') && address >= 0 ? trimmed.slice(0, address).trimEnd() : author
}

/** An artifact with the fields that determine compliance. */
export interface ReportedArtifact {
  artifact_id: string
  fingerprint: string
  template_reference_name: string | null
  git_commit: string
}

/** Attestations by artifact. */
interface ArtifactEvidence {
  of(artifact: ReportedArtifact): readonly ReportedAttestation[]
  /** Evidence for artifacts that are not on the trail, by their template name or fingerprint. */
  awaited: ReadonlyMap<string, readonly ReportedAttestation[]>
}

/** Adds an item to the list of its key. */
export function addTo<K, T>(lists: Map<K, T[]>, key: K, item: T): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/**
 * Assigns to each artifact the attestations made on it and those made in advance for its template
 * name and commit, whatever their order.
 */
export function artifactEvidence(
  artifacts: readonly ReportedArtifact[],
  records: readonly ReportedAttestation[],
): ArtifactEvidence {
  const byFingerprint = new Map<string, ReportedArtifact[]>()
  const byName = new Map<string | null, ReportedArtifact[]>()
  for (const artifact of artifacts) {
    addTo(byFingerprint, artifact.fingerprint, artifact)
    addTo(byName, artifact.template_reference_name, artifact)
  }

  function ownersOf(record: ReportedAttestation): ReportedArtifact[] {
    if (record.artifact_fingerprint !== null) {
      return byFingerprint.get(record.artifact_fingerprint) ?? []
    }
    const named = byName.get(record.target_artifact) ?? []
    return named.filter((artifact) => isSameCommit(record.git_commit, artifact.git_commit))
  }

  const evidence = new Map<ReportedArtifact, ReportedAttestation[]>()
  const awaited = new Map<string, ReportedAttestation[]>()
  for (const record of records) {
    const subject = record.artifact_fingerprint ?? record.target_artifact
    if (subject === null) continue
    const owners = ownersOf(record)
    for (const owner of owners) addTo(evidence, owner, record)
    if (owners.length === 0) addTo(awaited, subject, record)
  }
  return { of: (artifact) => evidence.get(artifact) ?? [], awaited }
}
