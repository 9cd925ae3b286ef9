import type { QueryInputOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { endpointQuery } from '../api/endpoint-query.ts'
import { queryOf } from '../api/search-params.ts'

/** A page of flows with their recent trails. */
export function flowListQuery(
  org: string,
  query: QueryInputOf<Endpoints['listFlowSummaries']> & { ignored?: unknown },
) {
  return endpointQuery('listFlowSummaries', { org }, queryOf(query))
}

/** One flow. */
export function flowQuery(org: string, flow: string) {
  return endpointQuery('getFlow', { org, flow_name: flow })
}
