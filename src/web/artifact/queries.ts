import type { QueryInputOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { call } from '../api/call.ts'
import { type EndpointQuery, endpointQuery } from '../api/endpoint-query.ts'
import { untilSignedIn } from '../api/expiry.ts'

/** A page of a flow's artifacts, of the last so many seconds if told; explicit times win. */
export function artifactListQuery(
  org: string,
  flow: string,
  query: QueryInputOf<Endpoints['listArtifactSummaries']>,
  lastSeconds: number | undefined,
): EndpointQuery<'listArtifactSummaries'> {
  const params = { org, flow_name: flow }
  return {
    queryKey: ['listArtifactSummaries', params, { ...query, lastSeconds }],
    queryFn: ({ signal }) => {
      const from =
        lastSeconds === undefined ? {} : { from_timestamp: Date.now() / 1_000 - lastSeconds }
      return untilSignedIn(() =>
        call('listArtifactSummaries', { params, query: { ...from, ...query }, signal }),
      )
    },
  }
}

/** One artifact of a flow with its slots; the report of an id, else the newest. */
export function artifactQuery(
  org: string,
  flow: string,
  fingerprint: string,
  artifactId: string | undefined,
) {
  const params = { org, flow_name: flow, fingerprint }
  return endpointQuery('getArtifactDetail', params, { artifact_id: artifactId })
}

/** The flows that know a fingerprint or the start of one. */
export function artifactsKnownQuery(org: string, fingerprint: string) {
  return endpointQuery('findArtifacts', { org, fingerprint })
}
