import type { Trigger } from '#contract/notification-words.ts'

/** A verdict change of an environment. */
export interface VerdictChange {
  /** Unix seconds. */
  at: number
  trigger: Trigger
}

/** What a verdict change is taken back by. */
export const oppositeOf: Partial<Record<Trigger, Trigger>> = {
  ON_NON_COMPLIANT_ENV: 'ON_COMPLIANT_ENV',
  ON_COMPLIANT_ENV: 'ON_NON_COMPLIANT_ENV',
}

/**
 * Verdict changes of one environment that come to nothing: one that is taken back in time, and the
 * one that takes it back.
 * @param changes oldest first
 * @returns their places
 */
export function findFlaps(changes: readonly VerdictChange[], seconds: number): Set<number> {
  const flaps = new Set<number>()
  for (const [index, { at, trigger }] of changes.entries()) {
    const before = changes[index - 1]
    if (!before || flaps.has(index - 1)) continue
    if (oppositeOf[before.trigger] !== trigger || at - before.at > seconds) continue
    flaps.add(index - 1).add(index)
  }
  return flaps
}
