import type { AttestationStatus, ComplianceStatus } from '#contract/verdict/compliance-status.ts'
import { addTo } from './artifact-evidence.ts'
import { byAge } from './attestation-slots.ts'

/** An entry of a trail itself, or of an artifact that fills its slot. */
export type RecentEntry = AttestationStatus & { artifact_id?: string }

/** A status as stored, with the entries apart that reports changed since. */
export interface StoredStatus {
  status: ComplianceStatus
  /** Those of the trail itself. Null for a small status, which is always written whole. */
  recent: readonly AttestationStatus[] | null
  recent_of_artifacts: readonly RecentEntry[] | null
  /** Unix seconds of the last change. */
  evaluated_at: number
}

/** Returns a stored status with its recent entries in place of those of their names. */
export function wholeStatus({
  status,
  recent,
  recent_of_artifacts,
  evaluated_at,
}: StoredStatus): ComplianceStatus {
  if (!recent?.length && !recent_of_artifacts?.length) return status
  const ofArtifacts = new Map<string | null, AttestationStatus[]>()
  for (const { artifact_id = null, ...entry } of recent_of_artifacts ?? [])
    addTo(ofArtifacts, artifact_id, entry)
  return {
    ...status,
    attestations_statuses: inPlace(status.attestations_statuses, recent ?? []),
    artifacts_statuses: Object.fromEntries(
      Object.entries(status.artifacts_statuses).map(([key, artifact]) => [
        key,
        {
          ...artifact,
          attestations_statuses: inPlace(
            artifact.attestations_statuses,
            ofArtifacts.get(artifact.artifact_id) ?? [],
          ),
          evaluated_at,
        },
      ]),
    ),
    evaluated_at,
  }
}

/** Returns the entries of one scope with recent ones in place of those of their names. */
function inPlace(
  entries: AttestationStatus[],
  recent: readonly AttestationStatus[],
): AttestationStatus[] {
  if (recent.length === 0) return entries
  const changed = new Set(recent.map((entry) => entry.attestation_name))
  const expected = new Map(
    recent
      .filter((entry) => !entry.unexpected)
      .map((entry) => [entry.attestation_name, entry] as const),
  )
  const unexpected = [
    ...entries.filter((entry) => entry.unexpected && !changed.has(entry.attestation_name)),
    ...recent.filter((entry) => entry.unexpected),
  ]
  return [
    ...entries
      .filter((entry) => !entry.unexpected)
      .map((entry) => expected.get(entry.attestation_name) ?? entry),
    ...unexpected.sort((a, b) => byAge(a.attestation_id ?? '', b.attestation_id ?? '')),
  ]
}

/** Returns recent entries with those of one name added, in place of older ones of it. */
export const withEntries = (
  recent: readonly RecentEntry[],
  entries: readonly RecentEntry[],
): RecentEntry[] => {
  const isReplaced = (old: RecentEntry) =>
    entries.some(
      (entry) =>
        entry.attestation_name === old.attestation_name && entry.artifact_id === old.artifact_id,
    )
  return [...recent.filter((entry) => !isReplaced(entry)), ...entries]
}
