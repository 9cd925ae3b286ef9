import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { readRecords, searchRecords } from '#contract/search/record-search.ts'
import { searchBySha } from '#contract/search/search.ts'
import { hashIn } from '#domain/search/search-text.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'

/** Commits and fingerprints that an address or the search of an artifact takes. */
export const shaPattern = /^[0-9a-f]{5,64}$/

/** A text as it is searched for; what it is copied with around it does not matter. */
export const readSha = hashIn

/** Commits and fingerprints that are, or start with, a text of 5 to 64 hex characters. */
export function searchQuery(org: string, sha: string) {
  return endpointQuery(searchBySha, { org, sha })
}

/** Records of every kind, or of one, by their names. */
export function recordsQuery(org: string, query: QueryInputOf<typeof searchRecords>) {
  return endpointQuery(searchRecords, { org }, query)
}

/** Some records with their present verdicts. */
export function knownRecordsQuery(org: string, query: QueryInputOf<typeof readRecords>) {
  return endpointQuery(readRecords, { org }, query)
}
