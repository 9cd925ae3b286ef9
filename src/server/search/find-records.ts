import type { QueryOf } from '#contract/common/endpoint.ts'
import type { FoundRecords, searchRecords } from '#contract/search/record-search.ts'
import type { SearchKind, SearchVerdict } from '#contract/search/search-kinds.ts'
import { wordsOf } from '#domain/search/match-name.ts'
import type { OrgContext } from '#server/request/handler.ts'
import {
  describeFound,
  findArtifacts,
  findHashes,
  findReasons,
  findTrails,
} from './find-evidence.ts'
import {
  findControls,
  findEnvironments,
  findFlows,
  findPeople,
  findPolicies,
  findTags,
  findTypes,
  type Search,
} from './find-names.ts'

/** Matches of each kind where all are searched, and of the only one. */
const limits = { all: 5, one: 25 }

/** Kinds that can have each verdict. */
const kindsOf: Record<SearchVerdict, readonly SearchKind[]> = {
  COMPLIANT: ['flow', 'trail', 'environment', 'artifact'],
  'NON-COMPLIANT': ['flow', 'trail', 'environment', 'artifact'],
  INCOMPLETE: ['flow', 'trail', 'artifact'],
  UNKNOWN: ['environment'],
}

const nothing = { matches: [], has_more: false }

/** Finds records of every kind, or of one, by their names; see the endpoint for what is searched. */
export async function findRecords(
  context: OrgContext,
  query: QueryOf<typeof searchRecords>,
): Promise<FoundRecords> {
  const kind = query.kind ?? null
  const verdict = query.verdict ?? null
  const search: Search = {
    text: query.q,
    words: wordsOf(query.q),
    verdict,
    isHash: kind === 'commit',
    limit: kind === null ? limits.all : limits.one,
  }
  const isNothingAsked = search.words.length === 0 && kind === null && verdict === null
  const among = (...kinds: SearchKind[]) =>
    !isNothingAsked &&
    kinds.some(
      (one) => (kind ?? one) === one && (verdict === null || kindsOf[verdict].includes(one)),
    )
  const hashes =
    verdict === null && among('commit', 'trail', 'artifact')
      ? await findHashes(context, search)
      : { commits: [], fingerprints: [] }
  const [
    flows,
    trails,
    environments,
    artifacts,
    policies,
    controls,
    people,
    tags,
    types,
    reasons,
    commits,
  ] = await Promise.all([
    among('flow') ? findFlows(context, search) : nothing,
    among('trail', 'commit') ? findTrails(context, search, hashes) : nothing,
    among('environment') ? findEnvironments(context, search) : nothing,
    among('artifact', 'commit') ? findArtifacts(context, search, hashes) : nothing,
    among('policy') ? findPolicies(context, search) : nothing,
    among('control') ? findControls(context, search) : nothing,
    among('person') ? findPeople(context, search) : nothing,
    among('tag') ? findTags(context, search) : nothing,
    among('type') ? findTypes(context, search) : nothing,
    among('reason') ? findReasons(context, search, kind === 'reason') : nothing,
    among('commit') ? describeFound(context, search, hashes) : nothing,
  ])
  return {
    flows,
    trails,
    environments,
    artifacts,
    policies,
    controls,
    people,
    tags,
    types,
    reasons,
    commits,
  }
}
