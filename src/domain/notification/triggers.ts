import type { Trigger } from '#contract/notification/notification-types.ts'

/** An artifact with its numbers of instances before and after. */
interface Moved {
  name: string
  fingerprint: string
  was: number
  now: number
}

/** A change of an environment. `null` states are unknown. */
export interface EnvironmentChange {
  started?: readonly Moved[]
  exited?: readonly Moved[]
  scaled?: readonly Moved[]
  includesScaling?: boolean
  /** The last known state before; null where there was none. */
  before: boolean | null
  after: boolean | null
}

/** An event that can trigger a notification (specification 6). */
export interface DomainEvent {
  trigger: Trigger
  /** Null for an event of the environment. */
  artifact: Moved | null
}

/** Returns the trigger of a change of state, or null; unknown states in between are skipped. */
export function triggerOfState(before: boolean | null, after: boolean | null): Trigger | null {
  if (after === false && before !== false) return 'ON_NON_COMPLIANT_ENV'
  if (after === true && before === false) return 'ON_COMPLIANT_ENV'
  return null
}

const domainEvent = (trigger: Trigger) => (artifact: Moved) => ({ trigger, artifact })

/** Returns all events of a change: artifacts first, then the environment. */
export function eventsOfChange(change: EnvironmentChange): DomainEvent[] {
  const { started = [], exited = [], scaled = [], includesScaling = false, before, after } = change
  const ofState = triggerOfState(before, after)
  return [
    ...started.map(domainEvent('ON_STARTED_ARTIFACT')),
    ...exited.map(domainEvent('ON_EXITED_ARTIFACT')),
    ...(includesScaling ? scaled : [])
      .filter(({ was, now }) => was > 0 && now > 0)
      .map(domainEvent('ON_SCALED_ARTIFACT')),
    ...(ofState === null ? [] : [{ trigger: ofState, artifact: null }]),
  ]
}

/** A verdict change of an environment. */
export interface VerdictChange {
  /** Unix seconds. */
  at: number
  trigger: Trigger
}

/** The trigger that reverts a verdict change. */
export const oppositeOf: Partial<Record<Trigger, Trigger>> = {
  ON_NON_COMPLIANT_ENV: 'ON_COMPLIANT_ENV',
  ON_COMPLIANT_ENV: 'ON_NON_COMPLIANT_ENV',
}

/**
 * Finds flapping verdict changes of one environment: each one that is reverted within the seconds,
 * and the one that reverts it.
 * @param changes oldest first
 * @returns their indexes
 */
export function findFlapping(changes: readonly VerdictChange[], seconds: number): Set<number> {
  const flaps = new Set<number>()
  for (const [index, { at, trigger }] of changes.entries()) {
    const before = changes[index - 1]
    if (!before || flaps.has(index - 1)) continue
    if (oppositeOf[before.trigger] !== trigger || at - before.at > seconds) continue
    flaps.add(index - 1).add(index)
  }
  return flaps
}
