import type { FoundRecords } from '#contract/search/record-search.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { noQualifiers } from '#contract/verdict/qualifiers.ts'
import { isStale, type RunningNow } from '#domain/environment/stale-report.ts'
import { rankMatches } from '#domain/search/match-name.ts'
import { hashIn, isHashStart } from '#domain/search/search-text.ts'
import { qualifiersOfListed } from '#domain/verdict/qualifiers.ts'
import { findRunningNow } from '#server/artifact/find-environments.ts'
import { findNamed, listReportsAt } from '#server/artifact/queries.ts'
import { listOnlySeen } from '#server/artifact/running-queries.ts'
import { artifactStatesOf } from '#server/evaluation/artifact-state.ts'
import type { Freshness } from '#server/organization/settings.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { readExpiredOfTrails, readQualifiersOfArtifacts } from '#server/verdict/read-expired.ts'
import {
  describeCommits,
  type FoundTrail,
  listReasonsHolding,
  listTrailsHolding,
  listTrailsOf,
} from './evidence-queries.ts'
import { cut, type Search } from './find-names.ts'
import { findCommits, findFingerprints, listFound } from './queries.ts'

type FoundArtifact = FoundRecords['artifacts']['matches'][number]

/** Artifacts whose verdicts are looked at, where one is asked for. */
const maxVerdictsRead = 100

/** Commits and fingerprints that begin with the text of a search; none where it is no hash. */
interface FoundHashes {
  commits: string[]
  fingerprints: string[]
}

/** Finds commits and fingerprints that begin with the text. */
export async function findHashes({ org }: OrgContext, search: Search): Promise<FoundHashes> {
  if (!isHashStart(search.text)) return { commits: [], fingerprints: [] }
  const [commits, fingerprints] = await Promise.all([
    findCommits(org, hashIn(search.text), search.limit + 1),
    findFingerprints(org, hashIn(search.text), search.limit + 1),
  ])
  return { commits: commits.first, fingerprints: fingerprints.first }
}

const isAny = ({ commits, fingerprints }: FoundHashes) => commits.length + fingerprints.length > 0

/** Describes the commits that were found. */
export async function describeFound({ org }: OrgContext, search: Search, hashes: FoundHashes) {
  const { matches, has_more } = cut(hashes.commits, search)
  const described = matches.length === 0 ? [] : await describeCommits(org, matches)
  return { matches: described, has_more } satisfies FoundRecords['commits']
}

/** Finds trails by name, flow and commit message; those of the found hashes come first. */
export async function findTrails(context: OrgContext, search: Search, hashes: FoundHashes) {
  const { org } = context
  const [ofHashes, named] = await Promise.all([
    isAny(hashes) ? listTrailsOf(org, hashes, search.limit + 1) : [],
    search.isHash ? [] : listTrailsHolding(org, search.words, search.verdict),
  ])
  const ranked = rankMatches(search.text, named, (trail) => ({
    names: [trail.name, `${trail.name} ${trail.flow_name} ${trail.commit_message}`],
    at: trail.created_at,
  }))
  const isOther = (trail: (typeof named)[number]) =>
    !ofHashes.some(({ name, flow_name }) => name === trail.name && flow_name === trail.flow_name)
  const { matches, has_more } = cut([...ofHashes, ...ranked.filter(isOther)], search)
  return {
    matches: await trailsOf(context, matches, search.freshness),
    has_more,
  } satisfies FoundRecords['trails']
}

/** Some trails as the search shows them. */
export async function trailsOf(
  context: OrgContext,
  rows: readonly FoundTrail[],
  freshness: Freshness,
) {
  const expiredOf = await readExpiredOfTrails(
    context,
    rows.map(({ id }) => id),
    freshness,
  )
  return rows.map(({ id, override_count, nothing_expected, ...trail }) => ({
    ...trail,
    qualifiers: qualifiersOfListed({ override_count, nothing_expected, expired: expiredOf(id) }),
  }))
}

/** Finds artifacts by name; those of the found hashes come first. */
export async function findArtifacts(context: OrgContext, search: Search, hashes: FoundHashes) {
  const { org } = context
  const { isHash, limit, text, verdict, freshness } = search
  const [ofHashes, seen, named] = await Promise.all([
    isAny(hashes) ? listFound(org, hashes, limit + 1) : [],
    hashes.fingerprints.length > 0 ? listOnlySeen(org, hashIn(text), limit + 1) : [],
    isHash ? [] : findNamed(org, text),
  ])
  const ranked = rankMatches(text, named, ({ filename, created_at }) => ({
    names: [filename, filename.slice(filename.lastIndexOf('/') + 1)],
    at: created_at,
  }))
  const ids = ranked.map(({ id }) => id).filter((id) => !ofHashes.some((one) => one.id === id))
  const hasVerdict = ({ state }: { state: TrailState | null }) =>
    verdict === null || state === verdict
  const rows = await listReportsAt(
    org,
    ids.slice(0, verdict === null ? limit + 1 : maxVerdictsRead),
  )
  const inOrder = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  const reported = [...ofHashes, ...inOrder]
  const states = await artifactStatesOf(org, reported)
  const stated = reported.map((row) => ({ ...row, state: states.get(row.id) ?? null }))
  const listed = stated.filter(hasVerdict).slice(0, limit + 1)
  const known = await artifactsOf(context, listed, freshness)
  const runningOf = await findRunningNow(
    org,
    seen.map(({ fingerprint }) => fingerprint),
    freshness,
  )
  const onlySeen = seen.map(({ name, fingerprint }): FoundArtifact => ({
    name,
    fingerprint,
    flow_name: null,
    state: null,
    qualifiers: noQualifiers,
    ...placesOf(runningOf(fingerprint), freshness),
  }))
  const all: FoundArtifact[] = [...onlySeen, ...known]
  return cut(all, search) satisfies FoundRecords['artifacts']
}

/** Names of the environments where an artifact runs, and of those of them that are stale. */
const placesOf = (running: readonly RunningNow[], { now }: Freshness) => ({
  running_in: running.map(({ environment_name }) => environment_name),
  stale_in: running.flatMap(({ environment_name, stale_at }) =>
    isStale(stale_at, now) ? environment_name : [],
  ),
})

interface ReportedArtifact {
  id: string
  filename: string
  fingerprint: string
  flow_name: string
  state: TrailState | null
  /** Ids of the overrides that carry its state. */
  override_ids: readonly string[]
}

/** Some artifacts as the search shows them, with where they run now. */
export async function artifactsOf(
  context: OrgContext,
  rows: readonly ReportedArtifact[],
  freshness: Freshness,
) {
  const [runningOf, qualifiersOf] = await Promise.all([
    findRunningNow(
      context.org,
      rows.map(({ fingerprint }) => fingerprint),
      freshness,
    ),
    readQualifiersOfArtifacts(context, rows, freshness),
  ])
  return rows.map((row) => ({
    name: row.filename,
    fingerprint: row.fingerprint,
    flow_name: row.flow_name,
    state: row.state,
    qualifiers: qualifiersOf(row, row.state ?? 'INCOMPLETE'),
    ...placesOf(runningOf(row.fingerprint), freshness),
  }))
}

/** Fewest characters of a text that reasons are searched for. */
const minReasonLength = 3

/** Finds overrides and requests by their reasons and references, newest first. */
export async function findReasons({ org, clock }: OrgContext, search: Search, isOnlyKind: boolean) {
  const { limit, text, words } = search
  if (!isOnlyKind && text.length < minReasonLength) return cut([], search)
  const rows = await listReasonsHolding(org, words, clock(), limit + 1)
  return cut(rows, search) satisfies FoundRecords['reasons']
}
