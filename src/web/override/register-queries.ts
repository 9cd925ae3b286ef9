import type { QueryInputOf } from '#contract/common/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { call } from '../api/call.ts'
import { type EndpointQuery, endpointQuery } from '../api/endpoint-query.ts'
import { retryAfterSignIn } from '../api/expiry.ts'
import { queryOf } from '../api/search-params.ts'
import { timesNow } from '../table/time-range.ts'
import type { RegisterSearch } from './search.ts'

/** What the register is asked for now. */
export const registerQueryOf = (search: RegisterSearch): QueryInputOf<Endpoints['listOverrides']> =>
  timesNow(queryOf(search))

/** A page of the register. */
export function registerQuery(org: string, search: RegisterSearch): EndpointQuery<'listOverrides'> {
  return {
    // By the range and not by the moments that it means now: asking again keeps the rows.
    queryKey: ['listOverrides', { org }, queryOf(search)],
    queryFn: ({ signal }) =>
      retryAfterSignIn(() =>
        call('listOverrides', { params: { org }, query: registerQueryOf(search), signal }),
      ),
  }
}

/** Requests that wait for somebody to decide. */
export const requestsQuery = (org: string) =>
  endpointQuery('listOverrides', { org }, { state: ['requested'], per_page: 50 })

/** How many overrides stood day by day, and who leans on them, with the filters of the register. */
export function countsQuery(org: string, search: RegisterSearch): EndpointQuery<'countOverrides'> {
  const { page: _, per_page: __, sort: ___, ...filters } = search
  return {
    queryKey: ['countOverrides', { org }, queryOf(filters)],
    queryFn: ({ signal }) =>
      retryAfterSignIn(() =>
        call('countOverrides', { params: { org }, query: registerQueryOf(filters), signal }),
      ),
  }
}
