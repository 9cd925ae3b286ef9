import type { QueryInputOf } from '#contract/common/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { call } from '../api/call.ts'
import type { EndpointQuery } from '../api/endpoint-query.ts'
import { retryAfterSignIn } from '../api/expiry.ts'
import { queryOf } from '../api/search-params.ts'
import { archivedOf } from '../table/archived-flows.ts'
import { buildWindowOf, type WindowSearch } from './window.ts'

/** What the list of builds can be asked: the API's own query, or a relative range. */
export type BuildSearch = QueryInputOf<Endpoints['listBuildSummaries']> &
  WindowSearch & { ignored?: unknown }

/** What the service is asked now. */
export const askedOf = <S extends WindowSearch & Pick<BuildSearch, 'archived'>>(search: S) => ({
  ...buildWindowOf(search),
  ...archivedOf(search),
})

/** A page of builds. A relative range turns into a time when the service is asked. */
export function buildListQuery(
  org: string,
  search: BuildSearch,
): EndpointQuery<'listBuildSummaries'> {
  const query = queryOf(search)
  return {
    queryKey: ['listBuildSummaries', { org }, query],
    queryFn: ({ signal }) =>
      retryAfterSignIn(() =>
        call('listBuildSummaries', { params: { org }, query: askedOf(query), signal }),
      ),
  }
}

/** How many builds the same search has, by day and verdict. */
export function buildStatisticsQuery(
  org: string,
  search: BuildSearch,
): EndpointQuery<'getBuildStatistics'> {
  const { page: _, per_page: __, ...query } = queryOf(search)
  return {
    queryKey: ['getBuildStatistics', { org }, query],
    queryFn: ({ signal }) =>
      retryAfterSignIn(() =>
        call('getBuildStatistics', { params: { org }, query: askedOf(query), signal }),
      ),
  }
}
