import type { VerdictCause } from '#contract/verdict/verdict-cause.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

/** Why a verdict may change; by whom and when is the write's. */
export type Cause = Omit<VerdictCause, 'by' | 'by_id' | 'at'>

/** The cause with the author and the instant of a write. */
export function causeOfUnitOfWork(
  { actor, at }: Pick<UnitOfWork, 'actor' | 'at'>,
  cause: Cause,
): VerdictCause {
  return { ...cause, by: actor.name, by_id: actor.userId, at }
}
