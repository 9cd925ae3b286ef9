import type { Trigger } from '#contract/notification/notification-types.ts'

/** An artifact whose number of instances went from one to another. */
interface Moved {
  name: string
  fingerprint: string
  was: number
  now: number
}

/** What a change of an environment comes to. `null` states are unknown. */
export interface EnvironmentChange {
  started?: readonly Moved[]
  exited?: readonly Moved[]
  scaled?: readonly Moved[]
  includesScaling?: boolean
  /** The last state before that was known; null when none ever was. */
  before: boolean | null
  after: boolean | null
}

/** Something that somebody may want to be told (specification 6). */
export interface DomainEvent {
  trigger: Trigger
  /** Null where it is the environment that changed. */
  artifact: Moved | null
}

/** What is told of the state of an environment: an unknown one in between is skipped. */
export function triggerOfState(before: boolean | null, after: boolean | null): Trigger | null {
  if (after === false && before !== false) return 'ON_NON_COMPLIANT_ENV'
  if (after === true && before === false) return 'ON_COMPLIANT_ENV'
  return null
}

const domainEvent = (trigger: Trigger) => (artifact: Moved) => ({ trigger, artifact })

/** Everything that is told of a change: artifacts first, then the environment. */
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
