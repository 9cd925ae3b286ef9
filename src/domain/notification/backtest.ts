import type { Trigger } from '#contract/notification/notification-types.ts'
import { dayStart, rowsOfDays } from '#domain/common/days.ts'
import { findFlapping, triggerOfState } from './triggers.ts'

/** A snapshot of an environment whose state differs from that of the one before. */
interface StateFlip {
  environment_id: string
  index: number
  created_at: number
  /** Null is unknown. */
  state: boolean | null
}

/** A verdict change that is sent unless it is merged. */
interface NotifiedFlip extends StateFlip {
  trigger: Trigger
  is_merged: boolean
}

/**
 * Returns the verdict changes of flips: unknown states in between are skipped, and a change that is
 * reverted within `mergeSeconds` is merged.
 * @param flips oldest first
 * @param known the last known state of each environment before them
 */
export function notifiedFlips(
  flips: readonly StateFlip[],
  known: ReadonlyMap<string, boolean>,
  mergeSeconds: number,
): NotifiedFlip[] {
  const states = new Map<string, boolean>(known)
  const changes = new Map<string, NotifiedFlip[]>()
  for (const flip of flips) {
    const { environment_id, state } = flip
    const trigger = triggerOfState(states.get(environment_id) ?? null, state)
    if (state !== null) states.set(environment_id, state)
    if (trigger === null) continue
    const list = changes.get(environment_id) ?? []
    changes.set(environment_id, list)
    list.push({ ...flip, trigger, is_merged: false })
  }
  if (mergeSeconds > 0) {
    for (const list of changes.values()) {
      const times = list.map(({ created_at: at, trigger }) => ({ at, trigger }))
      for (const index of findFlapping(times, mergeSeconds)) list[index]!.is_merged = true
    }
  }
  return [...changes.values()].flat()
}

/** An event that would have been sent, or merged. */
interface Fired {
  at: number
  is_merged: boolean
}

/** Counts events by day: a row for each day of the window, oldest first. */
export function countFiredDays(window: { from: number; to: number }, fired: readonly Fired[]) {
  const days = rowsOfDays(window, { fired: 0, merged: 0 })
  for (const { at, is_merged } of fired) {
    const row = days.get(dayStart(at))
    if (row) row[is_merged ? 'merged' : 'fired'] += 1
  }
  return [...days.values()]
}
