import { listWatchers, type Watcher } from '../notification/coverage-queries.ts'
import { environmentOfPath } from './environment-path.ts'
import type { Place } from './path.ts'

/** Notifications that tell of an environment. @throws Problem 404 */
export async function watchersOf(place: Place, environmentName: string): Promise<Watcher[]> {
  const { id } = await environmentOfPath(place, environmentName)
  return listWatchers(place.org, id)
}
