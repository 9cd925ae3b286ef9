import {
  findArtifacts,
  findArtifactsByName,
  getArtifactDetail,
  listArtifactSummaries,
} from '#contract/artifact/artifact.ts'
import { listEnvironmentsOfArtifact } from '#contract/artifact/environments-of-artifact.ts'
import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { askedQuery, endpointQuery } from '#web/api/endpoint-query.ts'
import { queryOf } from '#web/api/search-params.ts'
import { type TimeRangeName, timesNow } from '#web/table/time-range.ts'

/** Search of a flow's list of artifacts: the API's own query, or a relative range. */
type ArtifactListSearch = QueryInputOf<typeof listArtifactSummaries> & {
  range?: TimeRangeName
  ignored?: unknown
}

/** A page of a flow's artifacts. A relative range turns into a time when the service is asked. */
export function artifactListQuery(org: string, flow: string, search: ArtifactListSearch) {
  const asked = queryOf(search)
  return askedQuery(listArtifactSummaries, { org, flow_name: flow }, asked, () => timesNow(asked))
}

/** One artifact of a flow with its slots; the report of an id, else the newest. */
export function artifactQuery(
  org: string,
  flow: string,
  fingerprint: string,
  artifactId: string | undefined,
) {
  const params = { org, flow_name: flow, fingerprint }
  return endpointQuery(getArtifactDetail, params, { artifact_id: artifactId })
}

/** The flows that know a fingerprint or the start of one. */
export function artifactsKnownQuery(org: string, fingerprint: string) {
  return endpointQuery(findArtifacts, { org, fingerprint })
}

/** Where an artifact runs and ran. */
export function environmentsOfArtifactQuery(org: string, fingerprint: string) {
  return endpointQuery(listEnvironmentsOfArtifact, { org, fingerprint })
}

/** Artifacts whose name holds a text, newest first. */
export const artifactsNamedQuery = (org: string, name: string) =>
  endpointQuery(findArtifactsByName, { org }, { name })
