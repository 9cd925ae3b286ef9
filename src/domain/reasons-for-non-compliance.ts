import type { AttestationStatus, ComplianceStatus } from '#contract/trail-state.ts'

function reasonOf({ attestation_name: name, status, is_compliant }: AttestationStatus) {
  if (status === 'MISSING') return [`Attestation '${name}' is missing`]
  return is_compliant === false ? [`Attestation '${name}' is non-compliant`] : []
}

/**
 * Why an artifact on a trail is not compliant, a sentence for each attestation: its own ones, then
 * those of the trail, which count for it too (wire.md 23.1.5).
 */
export function reasonsForNonCompliance(
  { artifacts_statuses, attestations_statuses }: ComplianceStatus,
  artifactId: string,
): string[] {
  const own = Object.values(artifacts_statuses).find((one) => one.artifact_id === artifactId)
  return [...(own?.attestations_statuses ?? []), ...attestations_statuses].flatMap(reasonOf)
}
