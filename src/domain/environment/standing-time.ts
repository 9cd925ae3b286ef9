import type { ComplianceDay } from '#contract/overview/overview.ts'
import { daySeconds, dayStart, rowsOfDays } from '#domain/common/days.ts'
import { type Period, splitByPeriods } from '#domain/common/split-by-periods.ts'
import { splitBySilence, type StateSpan } from './silence.ts'

/** A change of an environment's state; null is unknown. */
export interface StateChange {
  at: number
  state: boolean | null
}

/** Changes of an environment over time, in any order. */
export interface EnvironmentHistory {
  changes: readonly StateChange[]
  /** When it was archived: later time does not count. Null or absent for an active one. */
  until?: number | null
  silences: readonly Period[]
  /** Of a logical one, when every member that failed was silent; else null or absent. */
  failure_silences?: readonly Period[] | null
  /** When exceptions carried its verdict. */
  exceptions: readonly Period[]
}

type StandingOfTime = Exclude<keyof ComplianceDay, 'day'>

function standingIn(part: StateSpan & { isByException: boolean }): StandingOfTime {
  if (part.isStale) return 'stale'
  if (part.state === null) return 'unknown'
  if (!part.state) return 'non_compliant'
  return part.isByException ? 'by_exception' : 'compliant'
}

/**
 * Divides what lies between two changes of an environment's state: by its silences, and what is
 * compliant by exceptions.
 */
export function splitHistory(
  span: Omit<StateSpan, 'isStale'>,
  { silences, failure_silences, exceptions }: Omit<EnvironmentHistory, 'changes'>,
): (StateSpan & { isByException: boolean })[] {
  const silent = span.state === false ? (failure_silences ?? silences) : silences
  return splitBySilence(span, silent).flatMap((part) =>
    splitByPeriods(part, part.state ? exceptions : []).map(({ isWithin, ...time }) => ({
      ...part,
      ...time,
      isByException: isWithin,
    })),
  )
}

/**
 * Returns for how many seconds environments stood how on each UTC day of a window. Time before the
 * first change counts as nothing, so a day without any is a gap.
 */
export function standingTime(
  window: { from: number; to: number },
  environments: readonly EnvironmentHistory[],
): ComplianceDay[] {
  const none = { compliant: 0, by_exception: 0, non_compliant: 0, unknown: 0, stale: 0 }
  const days = rowsOfDays(window, none)
  for (const environment of environments) {
    const byTime = environment.changes.toSorted((a, b) => a.at - b.at)
    const last = Math.min(environment.until ?? window.to, window.to)
    for (const [index, { at, state }] of byTime.entries()) {
      const from = Math.max(at, window.from)
      const to = Math.min(byTime[index + 1]?.at ?? last, last)
      if (to <= from) continue
      for (const part of splitHistory({ from, to, state }, environment)) {
        for (let day = dayStart(part.from); day < part.to; day += daySeconds) {
          const row = days.get(day)
          const seconds = Math.min(part.to, day + daySeconds) - Math.max(part.from, day)
          if (row && seconds > 0) row[standingIn(part)] += seconds
        }
      }
    }
  }
  return [...days.values()]
}
