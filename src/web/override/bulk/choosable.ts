import type { Attestation } from '#contract/attestation/attestation.ts'
import { typeRefusal } from '#web/override/form/target.ts'

/** Why an attestation cannot be overridden together with others; null where it can. */
export const bulkRefusal = ({
  flow_archived,
  is_override,
  attestation_type,
}: Attestation): string | null => {
  if (flow_archived) return 'Its flow is archived: nothing in it can be overridden.'
  if (is_override) return 'This is an override: choose the evidence that it is about.'
  return typeRefusal(attestation_type)
}

/** Subject of an override of an attestation: a later report of the same has the same. */
const subjectOf = (row: Attestation) =>
  JSON.stringify([
    row.flow_name,
    row.trail_name,
    row.attestation_name,
    row.artifact_fingerprint,
    row.artifact_fingerprint === null ? row.target_artifacts : null,
  ])

/** Of attestations, newest first, those to override together: of one subject the newest report. */
export function choosableOf(rows: readonly Attestation[]): Attestation[] {
  const subjects = new Set<string>()
  return rows.filter((row) => {
    if (bulkRefusal(row) !== null || subjects.has(subjectOf(row))) return false
    subjects.add(subjectOf(row))
    return true
  })
}
