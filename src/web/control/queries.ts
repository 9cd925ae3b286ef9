import type { QueryInputOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { type EndpointQuery, endpointQuery } from '../api/endpoint-query.ts'
import { queryOf } from '../api/search-params.ts'
import { versionedQuery } from '../api/versioned-query.ts'

/** What the list of controls can be asked. */
export type ControlListSearch = QueryInputOf<Endpoints['listControlSummaries']> & {
  ignored?: unknown
}

/** A page of controls with how they fare. */
export function controlListQuery(
  org: string,
  search: ControlListSearch,
): EndpointQuery<'listControlSummaries'> {
  return endpointQuery('listControlSummaries', { org }, queryOf(search))
}

/** A control, and the state that it was read in. */
export const controlQuery = (org: string, identifier: string) =>
  versionedQuery('getControl', { org, identifier })

/** Where a control is enforced, and whether it holds there. */
export const controlPageQuery = (org: string, identifier: string) =>
  endpointQuery('getControlPage', { org, identifier })

/** The newest versions of a control. */
export const controlVersionsQuery = (org: string, identifier: string) =>
  endpointQuery('listControlVersions', { org, identifier }, { per_page: 500 })

/** The first controls with the policies that ask for them. */
export const referencedControlsQuery = (org: string) =>
  endpointQuery('listControls', { org }, { per_page: 100 })
