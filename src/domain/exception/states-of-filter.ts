import { endedStates, type ExceptionStateFilter } from '#contract/exception/exception.ts'
import type { OverrideState } from '#contract/override/override.ts'

/** The states that a filter of the register lets through: `ended` stands for several. */
export const statesOfFilter = (filter: readonly ExceptionStateFilter[]): OverrideState[] => [
  ...new Set(filter.flatMap((state) => (state === 'ended' ? endedStates : [state]))),
]
