import { Problem } from '#server/platform/problem.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

/** What became of a request; null while it waits. */
interface Decision {
  decision: string | null
  by: string | null
  at: number | null
}

/** Requires that nobody has decided about a request yet. @throws Problem 409 naming the decision */
export function requireUndecided({ decision, by, at }: Decision): void {
  if (decision === null) return
  const instant = new Date((at ?? 0) * 1_000).toISOString()
  const name = by === null ? '' : ` by '${by}'`
  throw new Problem(409, `The request was ${decision}${name} at ${instant}`, {
    code: 'request_decided',
  })
}

/** Requires that the caller made a request. @throws Problem 403 */
export function requireRequester(
  { actor }: UnitOfWork,
  { name, id }: { name: string; id: string | null },
): void {
  if (id === actor.userId) return
  throw new Problem(403, `Only '${name}', who asked for it, can withdraw the request`, {
    code: 'not_requester',
  })
}
