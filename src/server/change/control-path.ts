import { findControl } from '../control/queries.ts'
import { notFound } from '../problem.ts'
import type { Place } from './path.ts'

/** What an unknown control is answered (wire.md 25). */
export const unknownControl = ({ orgName }: Place, identifier: string) =>
  `Control '${identifier}' does not exist in organization '${orgName}'`

/** The control of a path, an archived one too. @throws Problem 404 */
export async function controlOfPath(place: Place, identifier: string) {
  const control = await findControl(place.org, identifier)
  if (!control) throw notFound(unknownControl(place, identifier))
  return control
}
