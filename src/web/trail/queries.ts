import type { QueryInputOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { call } from '../api/call.ts'
import { type EndpointQuery, endpointQuery } from '../api/endpoint-query.ts'
import { untilSignedIn } from '../api/expiry.ts'
import { queryOf } from '../api/search-params.ts'
import { type Range, secondsOf } from './range.ts'

/** What a flow's list of trails can be asked: the API's own query, or a relative range. */
export type TrailListSearch = QueryInputOf<Endpoints['listTrailSummaries']> & {
  range?: Range
  ignored?: unknown
}

/** A relative range turns into a time when the service is asked; explicit times win over it. */
function resolved<Q extends object>({ range, ...query }: Q & { range?: Range }) {
  const from = range && Math.floor(Date.now() / 1_000) - secondsOf[range]
  return { ...(from !== undefined && { from_timestamp: from }), ...query }
}

/** A page of a flow's trails. */
export function trailListQuery(
  org: string,
  flow: string,
  search: TrailListSearch,
): EndpointQuery<'listTrailSummaries'> {
  const query = queryOf(search)
  const params = { org, flow_name: flow }
  return {
    queryKey: ['listTrailSummaries', params, query],
    queryFn: ({ signal }) =>
      untilSignedIn(() => call('listTrailSummaries', { params, query: resolved(query), signal })),
  }
}

/** What a flow's matrix can be asked: the API's own query, or a relative range. */
type MatrixSearch = QueryInputOf<Endpoints['getFlowMatrix']> & {
  range?: Range
  ignored?: unknown
}

/** A page of a flow's trails with the state of each slot. */
export function flowMatrixQuery(
  org: string,
  flow: string,
  search: MatrixSearch,
): EndpointQuery<'getFlowMatrix'> {
  const query = queryOf(search)
  const params = { org, flow_name: flow }
  return {
    queryKey: ['getFlowMatrix', params, query],
    queryFn: ({ signal }) =>
      untilSignedIn(() => call('getFlowMatrix', { params, query: resolved(query), signal })),
  }
}

/** One trail with its slots and events. */
export function trailQuery(org: string, flow: string, trail: string) {
  return endpointQuery('getTrail', { org, flow_name: flow, trail_name: trail })
}
