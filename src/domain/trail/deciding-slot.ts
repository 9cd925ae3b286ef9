import type { AttestationStatus, ComplianceStatus } from '#contract/verdict/compliance-status.ts'

/** The slot that a state is because of, and how many others there are like it. */
export interface DecidingSlot {
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
export function decidingSlot(
  status: Pick<ComplianceStatus, 'attestations_statuses' | 'artifacts_statuses'>,
  artifactId: string,
): DecidingSlot | null {
  const own = Object.values(status.artifacts_statuses).find(
    ({ artifact_id }) => artifact_id === artifactId,
  )
  if (!own) return null
  const slots = [...own.attestations_statuses, ...status.attestations_statuses]
  const like = (is: (slot: AttestationStatus) => boolean): DecidingSlot | null => {
    const [first, ...others] = slots.filter(is)
    return first
      ? {
          attestation_name: first.attestation_name,
          attestation_id: first.attestation_id,
          more: others.length,
        }
      : null
  }
  return (
    like((slot) => slot.is_compliant === false) ??
    like((slot) => slot.status === 'MISSING') ??
    like((slot) => slot.is_override === true)
  )
}
