import type { QueryInputOf } from '#contract/common/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { endpointQuery } from '../api/endpoint-query.ts'
import { sideExpression, type Sides, sidesOf } from './sides.ts'

type Asked = QueryInputOf<Endpoints['compareSnapshots']>

/** What a comparison is asked with; either side may be of an archived environment. */
export function comparisonQueryOf(env: string, sides: Sides, unchanged: boolean): Asked {
  const { base, head } = sidesOf(env, sides)
  return {
    base: sideExpression(base),
    head: sideExpression(head),
    archived: 'include',
    ...(unchanged && { unchanged }),
  }
}

/** Two snapshots beside each other. */
export function comparisonQuery(org: string, env: string, sides: Sides, unchanged: boolean) {
  return endpointQuery('compareSnapshots', { org }, comparisonQueryOf(env, sides, unchanged))
}

/** Names to choose another environment from. */
export function environmentNamesQuery(org: string) {
  return endpointQuery('listEnvironments', { org })
}
