import { type FoundArtifact, type SearchResult, searchBySha } from '#contract/search/search.ts'
import { endpointQuery } from '#web/api/endpoint-query.ts'

/** What can be searched for. */
export const shaPattern = /^[0-9a-f]{5,64}$/

/** A text as it is searched for; what it is copied with around it does not matter. */
export const readSha = (text: string) =>
  text
    .trim()
    .toLowerCase()
    .replace(/^sha256:/, '')

/** A commit or a fingerprint, with the artifacts it leads to. */
export interface Group {
  kind: 'commit' | 'fingerprint'
  match: string
  artifacts: FoundArtifact[]
}

/** Matches with their artifacts: commits first, and a fingerprint that no commit shows yet. */
export function groupsOf({ resolved_to, artifacts }: SearchResult): Group[] {
  const { commits, fingerprints } = resolved_to
  const ofCommits = commits.matches.map((match): Group => ({
    kind: 'commit',
    match,
    // The only commit may be a trail's: then what was found is on that trail.
    artifacts: artifacts.filter(
      ({ git_commit }) =>
        git_commit === match || (resolved_to.type === 'commit' && git_commit !== match),
    ),
  }))
  const ofFingerprints = fingerprints.matches.map((match): Group => ({
    kind: 'fingerprint',
    match,
    artifacts: artifacts.filter(({ fingerprint }) => fingerprint === match),
  }))
  return [...ofCommits, ...ofFingerprints]
}

/** Part of a path as people read it; one that is not well encoded stays as it is. */
export function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Commits and fingerprints that are, or start with, a text of 5 to 64 hex characters. */
export function searchQuery(org: string, sha: string) {
  return endpointQuery(searchBySha, { org, sha })
}
