import { notFound } from '../problem.ts'
import type { Place } from './path.ts'

/** Says that a custom type that was looked for is there. @throws Problem 404 (wire.md 25) */
export function requireCustomType<Row>(
  { orgName }: Pick<Place, 'orgName'>,
  name: string,
  type: Row | undefined,
): asserts type is Row {
  if (type) return
  throw notFound(`Custom attestation type '${name}' does not exist for org '${orgName}'`)
}
