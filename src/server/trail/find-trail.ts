import type { OrgScope } from '#server/database/org-database.ts'
import { flowOfPath } from '#server/flow/load-flow.ts'
import { notFound } from '#server/platform/problem.ts'
import { findTrail } from './queries.ts'

/** Finds the flow and trail of a path. @throws Problem 404 naming the one that is unknown */
export async function trailOfPath(
  place: OrgScope,
  params: { flow_name: string; trail_name: string },
) {
  const flow = await flowOfPath(place, params.flow_name)
  const trail = await findTrail(place.org, flow.id, params.trail_name)
  requireTrail(place, flow, params.trail_name, trail)
  return { flow, trail }
}

/** Requires a trail to exist. @throws Problem 404 */
export function requireTrail<Trail>(
  { orgName }: Pick<OrgScope, 'orgName'>,
  flow: { name: string },
  name: string,
  trail: Trail | undefined,
): asserts trail is Trail {
  if (trail) return
  throw notFound(
    `Trail with name '${name}' does not exist for Organization '${orgName}' and Flow '${flow.name}'`,
  )
}
