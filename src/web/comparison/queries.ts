import { endpointQuery } from '../api/endpoint-query.ts'
import { sideExpression, type Sides, sidesOf } from './sides.ts'

/** What a comparison is asked with. */
export function askedOf(env: string, sides: Sides, unchanged: boolean) {
  const { base, head } = sidesOf(env, sides)
  return { base: sideExpression(base), head: sideExpression(head), ...(unchanged && { unchanged }) }
}

/** Two snapshots beside each other. */
export function comparisonQuery(org: string, env: string, sides: Sides, unchanged: boolean) {
  return endpointQuery('compareSnapshots', { org }, askedOf(env, sides, unchanged))
}

/** Names to choose another environment from. */
export function environmentNamesQuery(org: string) {
  return endpointQuery('listEnvironments', { org })
}
