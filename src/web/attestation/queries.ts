import type { Attestation } from '#contract/attestation.ts'
import { endpointQuery } from '../api/endpoint-query.ts'

/** One attestation by its id; null when the organization has none of that id. */
export function attestationQuery(org: string, attestationId: string) {
  return {
    ...endpointQuery('listAttestations', { org }, { attestation_id: attestationId }),
    select: (page: { data: Attestation[] }) => page.data[0] ?? null,
  }
}
