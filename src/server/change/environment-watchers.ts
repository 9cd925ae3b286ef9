import { idsWatching } from '../notification/coverage-queries.ts'
import { environmentOfPath } from './environment-path.ts'
import type { Place } from './path.ts'

/** Ids of the notifications that watch an environment. @throws Problem 404 */
export async function watchersOf(place: Place, environmentName: string): Promise<string[]> {
  const { id } = await environmentOfPath(place, environmentName)
  return idsWatching(place.org, id)
}
