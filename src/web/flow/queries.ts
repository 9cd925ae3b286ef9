import type { QueryInputOf } from '#contract/common/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { call } from '../api/call.ts'
import { type EndpointQuery, endpointQuery } from '../api/endpoint-query.ts'
import { untilSignedIn } from '../api/expiry.ts'
import { queryOf } from '../api/search-params.ts'
import { versionedQuery } from '../api/versioned-query.ts'

/** What the list of flows can be asked: the API's own query, of active or of archived flows. */
export type FlowListSearch = QueryInputOf<Endpoints['listFlowSummaries']> & {
  archived?: boolean
  ignored?: unknown
}

/** A page of flows with their recent trails. */
export function flowListQuery(
  org: string,
  search: FlowListSearch,
): EndpointQuery<'listFlowSummaries'> {
  const { archived, ...query } = queryOf(search)
  const name = archived ? 'archivedListFlowSummaries' : 'listFlowSummaries'
  return {
    // Under the name of the active list: the same changes outdate both.
    queryKey: ['listFlowSummaries', { org }, { ...query, archived }],
    queryFn: ({ signal }) => untilSignedIn(() => call(name, { params: { org }, query, signal })),
  }
}

/** One flow. */
export function flowQuery(org: string, flow: string) {
  return endpointQuery('getFlow', { org, flow_name: flow })
}

/** One flow for a form that changes it. */
export function editedFlowQuery(org: string, flow: string) {
  return versionedQuery('getFlow', { org, flow_name: flow })
}
