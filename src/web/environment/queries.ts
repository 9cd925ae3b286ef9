import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { physicalTypes } from '#contract/environment/environment-type.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { daySeconds } from '#domain/common/days.ts'
import { call } from '../api/call.ts'
import { type EndpointQuery, endpointQuery } from '../api/endpoint-query.ts'
import { retryAfterSignIn } from '../api/expiry.ts'
import { queryOf } from '../api/search-params.ts'
import { versionedQuery } from '../api/versioned-query.ts'

type Asked = QueryInputOf<Endpoints['listEnvironmentSummaries']>

/** What the address of the list of environments says: active or archived ones, however shown. */
export type EnvironmentListSearch = Omit<Asked, 'archived'> & {
  archived?: boolean
  view?: 'table' | 'tiles'
  ignored?: unknown
}

/** What the list is asked for. */
export function askedOf(search: EnvironmentListSearch): Asked {
  const { archived, view: _, ...asked } = queryOf(search)
  return { ...asked, ...(archived && { archived: 'only' }) }
}

/** A page of environments with what runs in them. */
export function environmentListQuery(org: string, search: EnvironmentListSearch) {
  return endpointQuery('listEnvironmentSummaries', { org }, askedOf(search))
}

/** One environment. */
export function environmentQuery(org: string, env: string) {
  return endpointQuery('getEnvironment', { org, env_name: env })
}

/** One environment for a form that changes it. */
export function editedEnvironmentQuery(org: string, env: string) {
  return versionedQuery('getEnvironment', { org, env_name: env })
}

/** The first physical environments, by name, whose name holds a text. */
export function physicalEnvironmentsQuery(org: string, name: string) {
  const query = { name, type: [...physicalTypes], page: 1, per_page: 50 }
  return endpointQuery('listEnvironments', { org }, query)
}

/** When the verdict of an environment changed in the days up to now, and why. */
export function verdictRunsQuery(
  org: string,
  env: string,
  days: number,
): EndpointQuery<'listVerdictRuns'> {
  const environment = [env]
  return {
    // The window moves with the clock: it is the same question.
    queryKey: ['listVerdictRuns', { org }, { environment, days }],
    queryFn: ({ signal }) => {
      const from = Date.now() / 1_000 - days * daySeconds
      const query = { environment, from }
      return retryAfterSignIn(() => call('listVerdictRuns', { params: { org }, query, signal }))
    },
  }
}
