import { type EndpointQuery, endpointQuery } from '../api/endpoint-query.ts'
import type { AttestationSearch } from './search.ts'

/** What some hashes, full or short, stand for. */
export const commitsQuery = (
  org: string,
  commit: readonly string[],
): EndpointQuery<'resolveCommits'> =>
  endpointQuery('resolveCommits', { org }, { commit: [...commit] })

/** What narrows evidence by commit: one value of each (specification 4.1). */
export function narrowingOf({ flow_name, attestation_name, attestation_type }: AttestationSearch) {
  return {
    ...(flow_name?.[0] !== undefined && { flow_name: flow_name[0] }),
    ...(attestation_name?.[0] !== undefined && { attestation_name: attestation_name[0] }),
    ...(attestation_type?.[0] !== undefined && { attestation_type: attestation_type[0] }),
  }
}

/** All evidence of some commits, by their full hashes. */
export const evidenceQuery = (
  org: string,
  commit_list: readonly string[],
  search: AttestationSearch,
): EndpointQuery<'listAttestationsForCriteria'> =>
  endpointQuery(
    'listAttestationsForCriteria',
    { org },
    { commit_list: [...commit_list], ...narrowingOf(search) },
  )
