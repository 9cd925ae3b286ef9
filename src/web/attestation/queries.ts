import type { Attestation } from '#contract/attestation.ts'
import { call } from '../api/call.ts'
import { type EndpointQuery, endpointQuery } from '../api/endpoint-query.ts'
import { untilSignedIn } from '../api/expiry.ts'

/** One attestation by its id, archived flows included; null when the organization has none. */
export function attestationQuery(org: string, attestationId: string) {
  const { queryKey }: EndpointQuery<'listAttestations'> = endpointQuery(
    'listAttestations',
    { org },
    { attestation_id: attestationId },
  )
  return {
    queryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      untilSignedIn(async () => {
        const input = { params: { org }, query: { attestation_id: attestationId }, signal }
        const active = await call('listAttestations', input)
        return active.data.length > 0 ? active : call('archivedListAttestations', input)
      }),
    select: (page: { data: Attestation[] }) => page.data[0] ?? null,
  }
}

/** The run before an attestation: of the same name, type and target. */
export function previousRunQuery(org: string, attestation: Attestation) {
  const { flow_name, trail_name, attestation_id } = attestation
  return endpointQuery('findPreviousRun', { org, flow_name, trail_name, attestation_id })
}
