import { endpointQuery } from '../api/endpoint-query.ts'

/** Commits and fingerprints that are, or start with, a text of 5 to 64 hex characters. */
export function searchQuery(org: string, sha: string) {
  return endpointQuery('searchBySha', { org, sha })
}
