import type { QueryOf } from '#contract/common/endpoint.ts'
import type { KnownRecords, readRecords as endpoint } from '#contract/search/record-search.ts'
import { artifactStatesOf } from '#server/evaluation/artifact-state.ts'
import type { OrgContext } from '#server/request/handler.ts'
import { listTrailsNamed } from './evidence-queries.ts'
import { artifactsOf, trailsOf } from './find-evidence.ts'
import { environmentsOf, flowsOf } from './find-names.ts'
import { listFound } from './queries.ts'
import { listIdsNamed } from './record-queries.ts'

/** Reports of the named artifacts that are read, in whatever flow they are. */
const maxReports = 100

/** What stands before and after the first slash. */
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
  const [flowIds, environmentIds, trails, reports] = await Promise.all([
    flow?.length ? listIdsNamed(org, 'flow', flow) : [],
    environment?.length ? listIdsNamed(org, 'environment', environment) : [],
    trail?.length ? listTrailsNamed(org, trail.map(halves)) : [],
    fingerprints.length > 0 ? listFound(org, { commits: [], fingerprints }, maxReports) : [],
  ])
  const asked = reports.filter(({ flow_name, fingerprint }) =>
    artifact?.includes(`${flow_name}/${fingerprint}`),
  )
  const [flows, environments, states] = await Promise.all([
    flowsOf(org, flowIds),
    environmentsOf(context, environmentIds),
    artifactStatesOf(org, asked),
  ])
  const stated = asked.map((row) => ({ ...row, state: states.get(row.id) ?? null }))
  return {
    flows,
    environments,
    trails: trailsOf(trails),
    artifacts: await artifactsOf(org, stated),
  }
}
