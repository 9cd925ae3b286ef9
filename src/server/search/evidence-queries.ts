import { sql } from 'kysely'
import type { OverrideState } from '#contract/override/override.ts'
import type { SearchVerdict } from '#contract/search/record-search.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { holdsWords, isNothingExpected, stateOfEntry } from '#server/database/conditions.ts'
import type { OrgDatabase } from '#server/database/org-database.ts'

/** Newest records of one kind that are searched anywhere in their names and texts. */
const maxLookedAt = 1000

/** Records of one kind that are ranked. */
const maxRanked = 100

/** Fewest characters of a word that commit messages are searched for. */
const minMessageLength = 3

/** A trail that a search found. */
export interface FoundTrail {
  id: string
  name: string
  flow_name: string
  commit_message: string
  state: TrailState
  /** Number of overrides that carry its state. */
  override_count: number
  /** Whether it is compliant though no evidence is expected or was reported. */
  nothing_expected: boolean
  created_at: number
}

// As indexed: names are ASCII, with these characters between their parts.
const lowerName = sql`lower(trail.name)`
const lastPart = sql`lower(regexp_replace(trail.name, '^.*[-._~]', ''))`
const message = sql`coalesce(split_part(trail.git_commit_info ->> 'message', e'\n', 1), '')`

/** Trails of active flows, with more conditions to follow. */
const trails = (org: OrgDatabase) => sql`
  select trail.id, trail.name, flow.name as flow_name, ${message} as commit_message,
    trail_status.state, trail_status.override_count, trail.created_at,
    ${isNothingExpected} as nothing_expected
  from trail
  join flow on flow.org_id = trail.org_id and flow.id = trail.flow_id
  join trail_status on trail_status.org_id = trail.org_id and trail_status.trail_id = trail.id
  where trail.org_id = ${org.orgId} and flow.archived_at is null`

/** Ids of trails whose indexed text begins with a word: by that text, the newest of each first. */
const beginningWith = (org: OrgDatabase, indexed: typeof lowerName, word: string) => sql`array(
  select trail.id from trail
  where trail.org_id = ${org.orgId} and ${indexed} >= ${word}
    and ${indexed} < ${word} || chr(1114111)
  order by ${indexed}, trail.created_at desc limit ${sql.lit(maxRanked)})`

/**
 * Trails of active flows, the newest first, after those that are called so: whose name, or its last
 * part, begins with the words; or where they stand in name, flow or commit message of the newest.
 */
export function listTrailsHolding(
  org: OrgDatabase,
  words: readonly string[],
  verdict: SearchVerdict | null,
): Promise<FoundTrail[]> {
  const [first = ''] = words
  const isLong = words.some(({ length }) => length >= minMessageLength)
  const described = sql`(trail.name || ' ' || flow.name || ' ' || ${isLong ? message : sql`''`})`
  const newest = sql`array(
    select trail.id from (
      select id, flow_id, name, git_commit_info from trail where org_id = ${org.orgId}
      order by created_at desc, id desc limit ${sql.lit(maxLookedAt)}) as trail
    join flow on flow.org_id = ${org.orgId} and flow.id = trail.flow_id
    where ${holdsWords(described, words)})`
  const ids =
    first === ''
      ? newest
      : sql`${newest} || ${beginningWith(org, lowerName, first)} || ${beginningWith(org, lastPart, first)}`
  return org.query(sql<FoundTrail>`
    ${trails(org)} and trail.id = any(${ids})
      and ${holdsWords(described, words)}
      ${verdict === null ? sql`` : sql`and trail_status.state = ${verdict}`}
    order by ${lowerName} <> ${words.join(' ')}, trail.created_at desc, trail.id desc
    limit ${sql.lit(maxRanked)}`)
}

/** Trails of active flows whose commit is one of some, or that have some artifacts; newest first. */
export function listTrailsOf(
  org: OrgDatabase,
  { commits, fingerprints }: { commits: readonly string[]; fingerprints: readonly string[] },
  limit: number,
): Promise<FoundTrail[]> {
  return org.query(sql<FoundTrail>`
    ${trails(org)} and trail.id = any(array(
      select id from trail where org_id = ${org.orgId} and commit_sha = any(${commits})
      union
      select trail_id from artifact where org_id = ${org.orgId}
        and (fingerprint = any(${fingerprints}) or git_commit = any(${commits}))))
    order by trail.created_at desc, trail.id desc limit ${sql.lit(limit)}`)
}

/** Trails of active flows by the names of flow and trail. */
export function listTrailsNamed(
  org: OrgDatabase,
  named: readonly { flow: string; name: string }[],
): Promise<FoundTrail[]> {
  const flows = named.map(({ flow }) => flow)
  const names = named.map(({ name }) => name)
  return org.query(sql<FoundTrail>`
    ${trails(org)} and (flow.name, trail.name) in (
      select * from unnest(${flows}::text[], ${names}::text[]))`)
}

/** Message and author of commits, as trails or artifacts report them. */
export function describeCommits(org: OrgDatabase, commits: readonly string[]) {
  return org.query(sql<{ commit: string; message: string; author: string }>`
    select commit, coalesce(split_part(info ->> 'message', e'\n', 1), '') as message,
      coalesce(info ->> 'author', '') as author
    from unnest(${commits}::text[]) as wanted(commit)
    left join lateral (
      select git_commit_info as info from trail
      where org_id = ${org.orgId} and commit_sha = commit and git_commit_info is not null
      union all
      select git_commit_info from artifact
      where org_id = ${org.orgId} and git_commit = commit and git_commit_info is not null
      limit 1) as described on true`)
}

/** An override, or a request for one, with its reason. */
export interface ReasonRow {
  override_id: string
  reason: string
  attestation_name: string
  flow_name: string
  trail_name: string
  state: OverrideState
  created_at: number
  ended_at: number | null
}

/** The newest overrides and requests whose reason or whose references contain all words. */
export function listReasonsHolding(
  org: OrgDatabase,
  words: readonly string[],
  now: number,
  limit: number,
): Promise<ReasonRow[]> {
  const text = sql`(payload ->> 'reason' || ' ' || coalesce(payload ->> 'external_urls', ''))`
  return org.query(sql<ReasonRow>`
    select newest.id as override_id, payload ->> 'reason' as reason, made.name as attestation_name,
      flow.name as flow_name, trail.name as trail_name, newest.created_at, newest.ended_at,
      ${stateOfEntry('newest', now)} as state
    from (
      select * from override_entry where org_id = ${org.orgId}
      order by created_at desc, id desc limit ${sql.lit(maxLookedAt)}) as newest
    cross join lateral (
      select name, trail_id, payload from attestation
      where org_id = ${org.orgId} and id = newest.id and not newest.is_request
      union all
      select name, trail_id, payload from override_proposal
      where org_id = ${org.orgId} and id = newest.id and newest.is_request) as made
    join flow on flow.org_id = ${org.orgId} and flow.id = newest.flow_id
    join trail on trail.org_id = ${org.orgId} and trail.id = made.trail_id
    where flow.archived_at is null and ${holdsWords(text, words)}
    order by newest.created_at desc, newest.id desc limit ${sql.lit(limit)}`)
}
