import type { QueryInputOf } from '#contract/common/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { endpointQuery } from '../api/endpoint-query.ts'
import { queryOf } from '../api/search-params.ts'
import { versionedQuery } from '../api/versioned-query.ts'

type Asked = QueryInputOf<Endpoints['listFlowSummaries']>

/** What the address of the list of flows says: the API's own query, of active or of archived flows. */
export type FlowListSearch = Omit<Asked, 'archived'> & { archived?: boolean; ignored?: unknown }

/** What the list is asked for. */
export function askedOf(search: FlowListSearch): Asked {
  const { archived, ...asked } = queryOf(search)
  return { ...asked, ...(archived && { archived: 'only' }) }
}

/** A page of flows with their recent trails. */
export function flowListQuery(org: string, search: FlowListSearch) {
  return endpointQuery('listFlowSummaries', { org }, askedOf(search))
}

/** One flow. */
export function flowQuery(org: string, flow: string) {
  return endpointQuery('getFlow', { org, flow_name: flow })
}

/** One flow for a form that changes it. */
export function editedFlowQuery(org: string, flow: string) {
  return versionedQuery('getFlow', { org, flow_name: flow })
}
