import { type EndpointQuery, endpointQuery } from '../api/endpoint-query.ts'
import { archivedOf } from '../table/archived-flows.ts'
import type { AttestationSearch } from './search.ts'

/** What some hashes, full or short, stand for. */
export const commitsQuery = (
  org: string,
  commit: readonly string[],
): EndpointQuery<'resolveCommits'> =>
  endpointQuery('resolveCommits', { org }, { commit: [...commit] })

/** What narrows evidence by commit; values of one filter are alternatives. */
export const narrowingOf = ({
  flow_name,
  attestation_name,
  attestation_type,
  archived,
}: AttestationSearch) => ({
  ...archivedOf({ archived }),
  ...(flow_name && { flow_name }),
  ...(attestation_name && { attestation_name }),
  ...(attestation_type && { attestation_type }),
})

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
