import type { QueryInputOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { call } from '../api/call.ts'
import { type EndpointQuery, endpointQuery } from '../api/endpoint-query.ts'
import { untilSignedIn } from '../api/expiry.ts'
import { queryOf } from '../api/search-params.ts'
import { type Range, timesOf } from '../table/time-range.ts'

/** What a flow's list of trails can be asked: the API's own query, or a relative range. */
export type TrailListSearch = QueryInputOf<Endpoints['listTrailSummaries']> & {
  range?: Range
  ignored?: unknown
}

/** A page of a flow's trails. A relative range turns into a time when the service is asked. */
export function trailListQuery(
  org: string,
  flow: string,
  search: TrailListSearch,
): EndpointQuery<'listTrailSummaries'> {
  const { range, from_timestamp, to_timestamp, ...query } = queryOf(search)
  const times = { range, from_timestamp, to_timestamp }
  const params = { org, flow_name: flow }
  return {
    queryKey: ['listTrailSummaries', params, { ...query, ...times }],
    queryFn: ({ signal }) =>
      untilSignedIn(() =>
        call('listTrailSummaries', {
          params,
          query: { ...query, ...timesOf(times, Date.now() / 1_000) },
          signal,
        }),
      ),
  }
}

/** One trail with its slots and events. */
export function trailQuery(org: string, flow: string, trail: string) {
  return endpointQuery('getTrail', { org, flow_name: flow, trail_name: trail })
}
