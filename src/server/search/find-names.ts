import type { FoundRecords, SearchVerdict } from '#contract/search/record-search.ts'
import { rankMatches } from '#domain/search/match-name.ts'
import { qualifiersOfListed } from '#domain/verdict/qualifiers.ts'
import { environmentItem } from '#server/environment/load-environment.ts'
import { listEnvironmentIds, listStatusesOf } from '#server/environment/list-queries.ts'
import { listFlowIds, listFlowRowsOf } from '#server/flow/queries.ts'
import type { Freshness } from '#server/organization/settings.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { readExpiredOfTrails } from '#server/verdict/read-expired.ts'
import {
  countEnvironmentsOf,
  listControlsHolding,
  listNamesHolding,
  listPeopleHolding,
  listTagsHolding,
  listTypesHolding,
} from './record-queries.ts'

/** Terms of the search. */
export interface Search {
  text: string
  /** The words of the text, in lower case. */
  words: readonly string[]
  verdict: SearchVerdict | null
  /** Whether only commits and fingerprints are searched, and what belongs to them. */
  isHash: boolean
  /** Most matches of a kind. */
  limit: number
  /** Settings of the organization by which states are qualified, read once. */
  freshness: Freshness
}

/** Matches up to the limit, and whether there are more. */
export const cut = <Item>(items: readonly Item[], { limit }: Search) => ({
  matches: items.slice(0, limit),
  has_more: items.length > limit,
})

/** The best of what was found by name, the newest first among equals. */
function best<Row extends { name: string; created_at: number }>(
  search: Search,
  rows: readonly Row[],
  namesOf: (row: Row) => string[] = ({ name }) => [name],
) {
  const ranked = rankMatches(search.text, rows, (row) => ({
    names: namesOf(row),
    at: row.created_at,
  }))
  return cut(ranked, search)
}

const inOrder = { sort: 'name', sort_direction: 'asc', case_sensitive: false } as const

/** Finds flows by name, with the state of their newest trail. */
export async function findFlows(context: OrgContext, search: Search) {
  const { org } = context
  const { verdict, words } = search
  const ids = verdict && (await listFlowIds(org, { ...inOrder, verdict: [verdict] }))
  const { matches, has_more } = best(search, await listNamesHolding(org, 'flow', words, ids))
  return {
    matches: await flowsOf(
      context,
      matches.map(({ id }) => id),
      search.freshness,
    ),
    has_more,
  } satisfies FoundRecords['flows']
}

/** Some flows as the search shows them, in the order of their ids. */
export async function flowsOf(context: OrgContext, ids: string[], freshness: Freshness) {
  const rows = await listFlowRowsOf(context.org, ids, inOrder)
  const expiredOf = await readExpiredOfTrails(
    context,
    rows.flatMap(({ latest_trail }) => latest_trail?.id ?? []),
    freshness,
  )
  return rows.map(({ name, description, latest_activity_at, latest_trail: latest }) => ({
    name,
    description,
    state: latest?.state ?? null,
    qualifiers: qualifiersOfListed({
      override_count: latest?.override_count ?? 0,
      expired: expiredOf(latest?.id ?? ''),
      nothing_expected: latest?.nothing_expected ?? false,
    }),
    latest_activity_at,
  }))
}

/** Finds environments by name, with their state as lists show it. */
export async function findEnvironments({ org, orgName }: OrgContext, search: Search) {
  const { verdict, words, freshness } = search
  const ids =
    verdict === null || verdict === 'INCOMPLETE'
      ? null
      : await listEnvironmentIds(org, { ...inOrder, verdict: [verdict] })
  const { matches, has_more } = best(search, await listNamesHolding(org, 'environment', words, ids))
  const ofNames = await environmentsOf(
    { org, orgName },
    matches.map(({ id }) => id),
    freshness,
  )
  return { matches: ofNames, has_more } satisfies FoundRecords['environments']
}

/** Some environments as the search shows them, in the order of their ids. */
export async function environmentsOf(
  { org, orgName }: Pick<OrgContext, 'org' | 'orgName'>,
  ids: string[],
  freshness: Freshness,
) {
  const rows = await listStatusesOf(org, ids)
  return rows.map((row) => {
    const { policies, ...environment } = environmentItem(orgName, row, freshness, null)
    const { name, type, state, qualifiers, since, stale_at } = environment
    return { name, type, policy_count: policies.length, state, qualifiers, since, stale_at }
  })
}

/** Finds policies by name. */
export async function findPolicies({ org }: OrgContext, search: Search) {
  const rows = await listNamesHolding(org, 'policy', search.words)
  const { matches, has_more } = best(search, rows)
  const counts = await countEnvironmentsOf(
    org,
    matches.map(({ id }) => id),
  )
  return {
    matches: matches.map(({ id, name, description }) => ({
      name,
      description,
      environment_count: counts.find(({ policy_id }) => policy_id === id)?.count ?? 0,
    })),
    has_more,
  } satisfies FoundRecords['policies']
}

/** Finds controls by identifier and name. */
export async function findControls({ org }: OrgContext, search: Search) {
  const rows = await listControlsHolding(org, search.words)
  const { matches, has_more } = best(search, rows, ({ identifier, name }) => [
    identifier,
    name,
    `${identifier} ${name}`,
  ])
  return {
    matches: matches.map(({ identifier, name }) => ({ identifier, name })),
    has_more,
  } satisfies FoundRecords['controls']
}

/** Finds members and service accounts by name. */
export async function findPeople({ org }: OrgContext, search: Search) {
  const { matches, has_more } = best(search, await listPeopleHolding(org, search.words))
  return {
    matches: matches.map(({ name, role, is_service_account }) => ({
      name,
      role,
      is_service_account,
    })),
    has_more,
  } satisfies FoundRecords['people']
}

/** Finds custom attestation types by name. */
export async function findTypes({ org }: OrgContext, search: Search) {
  const { matches, has_more } = best(search, await listTypesHolding(org, search.words))
  return {
    matches: matches.map(({ name, description }) => ({ name, description })),
    has_more,
  } satisfies FoundRecords['types']
}

/** Finds tags by `key:value`. */
export async function findTags({ org }: OrgContext, search: Search) {
  const rows = await listTagsHolding(org, search.words, search.limit + 1)
  return cut(rows, search) satisfies FoundRecords['tags']
}
