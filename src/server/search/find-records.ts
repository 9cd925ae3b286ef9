import type { QueryOf } from '#contract/common/endpoint.ts'
import type {
  FoundRecords,
  KnownRecords,
  readRecords as endpoint,
  SearchKind,
  searchRecords,
  SearchVerdict,
} from '#contract/search/record-search.ts'
import { wordsOf } from '#domain/search/match-name.ts'
import { artifactStatesOf } from '#server/evaluation/artifact-state.ts'
import { freshnessAt } from '#server/organization/settings.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { listTrailsNamed } from './evidence-queries.ts'
import {
  artifactsOf,
  describeFound,
  findArtifacts,
  findHashes,
  findReasons,
  findTrails,
  trailsOf,
} from './find-evidence.ts'
import {
  environmentsOf,
  findControls,
  findEnvironments,
  findFlows,
  findPeople,
  findPolicies,
  findTags,
  findTypes,
  flowsOf,
  type Search,
} from './find-names.ts'
import { listFound } from './queries.ts'
import { listIdsNamed } from './record-queries.ts'

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
  const freshness = await freshnessAt(context.org, context.clock())
  const search: Search = {
    text: query.q,
    words: wordsOf(query.q),
    verdict,
    isHash: kind === 'commit',
    limit: kind === null ? limits.all : limits.one,
    freshness,
  }
  const isEmpty = search.words.length === 0 && kind === null && verdict === null
  const among = (...kinds: SearchKind[]) =>
    !isEmpty &&
    kinds.some(
      (one) => (kind ?? one) === one && (verdict === null || kindsOf[verdict].includes(one)),
    )
  const hashes =
    verdict === null && among('commit', 'trail', 'artifact')
      ? await findHashes(context, search)
      : { commits: [], fingerprints: [] }
  return allOf({
    flows: among('flow') ? findFlows(context, search) : nothing,
    trails: among('trail', 'commit') ? findTrails(context, search, hashes) : nothing,
    environments: among('environment') ? findEnvironments(context, search) : nothing,
    artifacts: among('artifact', 'commit') ? findArtifacts(context, search, hashes) : nothing,
    policies: among('policy') ? findPolicies(context, search) : nothing,
    controls: among('control') ? findControls(context, search) : nothing,
    people: among('person') ? findPeople(context, search) : nothing,
    tags: among('tag') ? findTags(context, search) : nothing,
    types: among('type') ? findTypes(context, search) : nothing,
    reasons: among('reason') ? findReasons(context, search, kind === 'reason') : nothing,
    commits: among('commit') ? describeFound(context, search, hashes) : nothing,
  })
}

/** Waits for all values of an object at once. */
async function allOf<Values extends object>(
  values: Values,
): Promise<{ [Name in keyof Values]: Awaited<Values[Name]> }> {
  const entries = Object.entries(values).map(async ([name, value]) => [name, await value])
  return Object.fromEntries(await Promise.all(entries))
}

/** Reports of the named artifacts that are read, in whatever flow they are. */
const maxReports = 100

/** Parts before and after the first slash. */
const halves = (text: string) => {
  const at = text.indexOf('/')
  return { flow: text.slice(0, at), name: text.slice(at + 1) }
}

/** Reads named records as the search shows them; those that are not there are left out. */
export async function readRecords(
  context: OrgContext,
  { flow, environment, trail, artifact }: QueryOf<typeof endpoint>,
): Promise<KnownRecords> {
  const { org } = context
  const fingerprints = (artifact ?? []).map((one) => halves(one).name)
  const [freshness, flowIds, environmentIds, trails, reports] = await Promise.all([
    freshnessAt(org, context.clock()),
    flow?.length ? listIdsNamed(org, 'flow', flow) : [],
    environment?.length ? listIdsNamed(org, 'environment', environment) : [],
    trail?.length ? listTrailsNamed(org, trail.map(halves)) : [],
    fingerprints.length > 0 ? listFound(org, { commits: [], fingerprints }, maxReports) : [],
  ])
  const named = reports.filter(({ flow_name, fingerprint }) =>
    artifact?.includes(`${flow_name}/${fingerprint}`),
  )
  const [flows, environments, states] = await Promise.all([
    flowsOf(context, flowIds, freshness),
    environmentsOf(context, environmentIds, freshness),
    artifactStatesOf(org, named),
  ])
  const stated = named.map((row) => ({ ...row, state: states.get(row.id) ?? null }))
  return {
    flows,
    environments,
    trails: await trailsOf(context, trails, freshness),
    artifacts: await artifactsOf(context, stated, freshness),
  }
}
