import type { VerdictCause } from '#contract/verdict/verdict-cause.ts'
import type { UnitOfWork } from '#server/unit-of-work/unit-of-work.ts'

/** Why a verdict may change; author and instant come from the unit of work. */
export type Cause = Omit<VerdictCause, 'by' | 'by_id' | 'at'>

/** Adds author and instant of the unit of work to a cause. */
export function causeOfUnitOfWork(
  { actor, at }: Pick<UnitOfWork, 'actor' | 'at'>,
  cause: Cause,
): VerdictCause {
  return { ...cause, by: actor.name, by_id: actor.userId, at }
}
