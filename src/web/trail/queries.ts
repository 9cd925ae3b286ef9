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

/** What the service is asked: a relative range turns into a time, now. Explicit times win over it. */
export function askedOf(search: TrailListSearch): QueryInputOf<Endpoints['listTrailSummaries']> {
  const { range, ...query } = queryOf(search)
  const from = range && Math.floor(Date.now() / 1_000) - secondsOf[range]
  // What a search leaves out stands in it all the same, undefined.
  return { ...query, from_timestamp: query.from_timestamp ?? from }
}

/** A page of a flow's trails. A relative range turns into a time when the service is asked. */
export function trailListQuery(
  org: string,
  flow: string,
  search: TrailListSearch,
): EndpointQuery<'listTrailSummaries'> {
  const params = { org, flow_name: flow }
  return {
    queryKey: ['listTrailSummaries', params, queryOf(search)],
    queryFn: ({ signal }) => {
      const query = askedOf(search)
      return untilSignedIn(() => call('listTrailSummaries', { params, query, signal }))
    },
  }
}

/** One trail with its slots and events. */
export function trailQuery(org: string, flow: string, trail: string) {
  return endpointQuery('getTrail', { org, flow_name: flow, trail_name: trail })
}
