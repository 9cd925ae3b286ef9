import type { Attestation } from '#contract/attestation/attestation.ts'
import { endpointQuery } from '../api/endpoint-query.ts'

/** One attestation by its id, archived flows included; null when the organization has none. */
export const attestationQuery = (org: string, attestationId: string) => ({
  ...endpointQuery('listAttestations', { org }, { attestation_id: [attestationId] }),
  select: (page: { data: Attestation[] }) => page.data[0] ?? null,
})

/** The run before an attestation: of the same name, type and target. */
export function previousRunQuery(org: string, attestation: Attestation) {
  const { flow_name, trail_name, attestation_id } = attestation
  return endpointQuery('findPreviousRun', { org, flow_name, trail_name, attestation_id })
}
