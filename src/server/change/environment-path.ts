import { environmentArchived } from '#contract/problem.ts'
import { findEnvironment } from '../environment/queries.ts'
import { notFound } from '../problem.ts'
import type { Place } from './path.ts'

/**
 * Says that an environment that was looked for is there and in view: active, unless the call looks
 * into the archive. @throws Problem 404 (wire.md 25)
 */
export function requireActiveEnvironment<Environment extends { archived_at: number | null }>(
  { org, orgName }: Place,
  name: string,
  environment: Environment | undefined,
): asserts environment is Environment {
  if (!environment) {
    throw notFound(`Environment named '${name}' does not exist for organization '${orgName}'`)
  }
  const isArchived = environment.archived_at !== null
  if (isArchived === (org.view === 'archived')) return
  throw notFound(isArchived ? environmentArchived : `Environment named '${name}' is not archived`)
}

/** The environment of a path. @throws Problem 404 */
export async function environmentOfPath(place: Place, name: string) {
  const environment = await findEnvironment(place.org, name)
  requireActiveEnvironment(place, name, environment)
  return environment
}
