import type { Trigger } from '#contract/notification-words.ts'

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
export interface Happening {
  trigger: Trigger
  /** Null where it is the environment that changed. */
  artifact: Moved | null
}

/** What is told of the state of an environment: an unknown one in between is skipped (wire.md 20). */
export function triggerOfState(before: boolean | null, after: boolean | null): Trigger | null {
  if (after === false && before !== false) return 'ON_NON_COMPLIANT_ENV'
  if (after === true && before === false) return 'ON_COMPLIANT_ENV'
  return null
}

const happening = (trigger: Trigger) => (artifact: Moved) => ({ trigger, artifact })

/** Everything that is told of a change: artifacts first, then the environment. */
export function happeningsOf(change: EnvironmentChange): Happening[] {
  const { started = [], exited = [], scaled = [], includesScaling = false, before, after } = change
  const ofState = triggerOfState(before, after)
  return [
    ...started.map(happening('ON_STARTED_ARTIFACT')),
    ...exited.map(happening('ON_EXITED_ARTIFACT')),
    ...(includesScaling ? scaled : [])
      .filter(({ was, now }) => was > 0 && now > 0)
      .map(happening('ON_SCALED_ARTIFACT')),
    ...(ofState === null ? [] : [{ trigger: ofState, artifact: null }]),
  ]
}
