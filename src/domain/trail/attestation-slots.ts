import { fullType } from '#contract/attestation/types/kind.ts'
import type { TemplateSlot } from '#contract/template/template.ts'
import type {
  AttestationStatus,
  ComplianceStatus,
  TrailState,
} from '#contract/verdict/compliance-status.ts'

/** An attestation, or an override, with the fields that determine compliance. */
export interface ReportedAttestation {
  attestation_id: string
  attestation_name: string
  attestation_type: string
  is_compliant: boolean
  /** Fingerprint of its artifact, else null. */
  artifact_fingerprint: string | null
  /** Template name for which it was made without a fingerprint, else null. */
  target_artifact: string | null
  /** Hash of its own `git_commit_info`, else null. */
  git_commit: string | null
  overridden_attestation_id: string | null
  is_override?: boolean
}

/** Compares time-ordered text ids. */
export const byAge = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Returns the newest item of each key, oldest first. */
export function newestOf<T>(
  items: Iterable<T>,
  keyOf: (item: T) => string,
  idOf: (item: T) => string,
): Map<string, T> {
  const newest = new Map<string, T>()
  for (const item of Array.from(items).sort((a, b) => byAge(idOf(a), idOf(b)))) {
    newest.delete(keyOf(item))
    newest.set(keyOf(item), item)
  }
  return newest
}

/** Returns the newest attestation of each name, oldest first. */
export const newestOfName = (records: Iterable<ReportedAttestation>) =>
  newestOf(
    records,
    (record) => record.attestation_name,
    (record) => record.attestation_id,
  )

/** Returns whether a slot of one type accepts an attestation of another. */
export function fits(slotType: string, type: string): boolean {
  return slotType === '*' || type === fullType(slotType)
}

const missing = (slot: TemplateSlot): AttestationStatus => ({
  attestation_name: slot.name,
  attestation_type: slot.type,
  attestation_id: null,
  overridden_attestation_id: null,
  status: 'MISSING',
  is_compliant: null,
  unexpected: false,
})

const complete = (record: ReportedAttestation, unexpected: boolean): AttestationStatus => ({
  attestation_name: record.attestation_name,
  attestation_type: record.attestation_type,
  attestation_id: record.attestation_id,
  overridden_attestation_id: record.overridden_attestation_id,
  ...(record.is_override && { is_override: true }),
  status: 'COMPLETE',
  is_compliant: record.is_compliant,
  unexpected,
})

/**
 * Fills the slots of one scope with attestations: template entries in template order, then
 * unexpected ones by time. An attestation of the wrong type is unexpected.
 */
export function fillSlots(
  slots: readonly TemplateSlot[],
  records: Iterable<ReportedAttestation>,
): AttestationStatus[] {
  const unexpected = newestOfName(records)
  const expected = slots.map((slot) => {
    const record = unexpected.get(slot.name)
    if (!record || !fits(slot.type, record.attestation_type)) return missing(slot)
    unexpected.delete(slot.name)
    return complete(record, false)
  })
  return [...expected, ...Array.from(unexpected.values(), (record) => complete(record, true))]
}

/** Counts the expected entries that are present. */
export const countPresent = (entries: readonly AttestationStatus[]) =>
  entries.filter(({ status, unexpected }) => status === 'COMPLETE' && !unexpected).length

/** Returns the state of entries: non-compliant takes precedence over incomplete. */
export function stateOf(entries: readonly AttestationStatus[]): TrailState {
  if (entries.some((entry) => entry.is_compliant === false)) return 'NON-COMPLIANT'
  return entries.some((entry) => entry.status === 'MISSING') ? 'INCOMPLETE' : 'COMPLIANT'
}

/** The entries of a status: those of the trail itself, and those of its artifacts. */
export type StatusEntries = Pick<ComplianceStatus, 'attestations_statuses' | 'artifacts_statuses'>

/** Returns all entries of a status, those of the trail itself first. */
export const entriesOf = ({ attestations_statuses, artifacts_statuses }: StatusEntries) => [
  ...attestations_statuses,
  ...Object.values(artifacts_statuses).flatMap((artifact) => artifact.attestations_statuses),
]
