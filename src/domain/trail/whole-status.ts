import type { AttestationStatus, ComplianceStatus } from '#contract/verdict/compliance-status.ts'
import { byAge } from './attestation-slots.ts'

/** A status as stored, with the entries apart that reports on the trail itself changed since. */
interface StoredStatus {
  status: ComplianceStatus
  /** Null for a small status, which is always written whole. */
  recent: readonly AttestationStatus[] | null
  /** Unix seconds of the last change. */
  evaluated_at: number
}

/** Returns a stored status with its recent entries in place of those of their names. */
export function wholeStatus({ status, recent, evaluated_at }: StoredStatus): ComplianceStatus {
  if (!recent?.length) return status
  const changed = new Set(recent.map((entry) => entry.attestation_name))
  const expected = new Map(
    recent
      .filter((entry) => !entry.unexpected)
      .map((entry) => [entry.attestation_name, entry] as const),
  )
  const entries = status.attestations_statuses
  const unexpected = [
    ...entries.filter((entry) => entry.unexpected && !changed.has(entry.attestation_name)),
    ...recent.filter((entry) => entry.unexpected),
  ]
  return {
    ...status,
    attestations_statuses: [
      ...entries
        .filter((entry) => !entry.unexpected)
        .map((entry) => expected.get(entry.attestation_name) ?? entry),
      ...unexpected.sort((a, b) => byAge(a.attestation_id ?? '', b.attestation_id ?? '')),
    ],
    artifacts_statuses: Object.fromEntries(
      Object.entries(status.artifacts_statuses).map(([key, artifact]) => [
        key,
        { ...artifact, evaluated_at },
      ]),
    ),
    evaluated_at,
  }
}

/** Returns recent entries with those of one name added, in place of older ones of it. */
export const withEntries = (
  recent: readonly AttestationStatus[],
  entries: readonly AttestationStatus[],
): AttestationStatus[] => {
  const names = new Set(entries.map((entry) => entry.attestation_name))
  return [...recent.filter((entry) => !names.has(entry.attestation_name)), ...entries]
}
