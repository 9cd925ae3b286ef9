import type { Silence } from '#contract/environment/reporting-interval.ts'
import { type Period, splitByPeriods } from '#domain/common/split-by-periods.ts'
import { intervalOf, type Reported, type SilentMinutes } from './stale-report.ts'

/**
 * Returns the silence that a report ends: from when a report was due until now. Null where it came
 * in time, or where a clock that went back says nothing.
 */
export function silenceBefore(
  environment: Reported & { last_reported_at: number | null },
  minutes: SilentMinutes,
  at: number,
): (Silence & { to: number }) | null {
  const { type, heard_at, last_reported_at } = environment
  if (type === 'logical' || heard_at === null || last_reported_at === null) return null
  const from = heard_at + intervalOf(environment, minutes).interval
  return at > from ? { from, to: at, last_reported_at } : null
}

/** A stretch of time with one state; `isStale` where it is unknown for lack of a report. */
export interface StateSpan {
  from: number
  to: number
  state: boolean | null
  isStale: boolean
}

/** A change of an environment's state; null is unknown. */
export interface StateChange {
  at: number
  state: boolean | null
}

/** A member of a logical environment over time, with its changes in their order. */
export interface MemberHistory {
  changes: readonly StateChange[]
  silences: readonly Period[]
  /** When it was archived, and counts no more; null for an active one. */
  until: number | null
}

/**
 * Divides a stretch of time by the silences in it: what was last known does not hold there.
 */
export function splitBySilence(
  span: Omit<StateSpan, 'isStale'>,
  silences: readonly Period[],
): StateSpan[] {
  const { from, to, state } = span
  return splitByPeriods({ from, to }, state === null ? [] : silences).map(
    ({ isWithin, ...part }) => ({
      ...part,
      state: isWithin ? null : state,
      isStale: isWithin,
    }),
  )
}

/**
 * Returns when every member that failed was silent, up to an instant, oldest first: a failure that a
 * logical environment shows holds as long as one member that fails does report.
 */
export function failureSilences(
  members: readonly MemberHistory[],
  to: number,
): { from: number; to: number }[] {
  const marks = members.flatMap(({ changes, silences, until }) =>
    changes.flatMap(({ at, state }, index) => {
      if (state !== false) return []
      const failing = { from: at, to: Math.min(changes[index + 1]?.at ?? to, until ?? to) }
      return splitByPeriods(failing, silences).flatMap(({ isWithin: isSilent, ...part }) => [
        { at: part.from, count: 1, isSilent },
        { at: part.to, count: -1, isSilent },
      ])
    }),
  )
  const silences: { from: number; to: number }[] = []
  let [silent, reporting] = [0, 0]
  let since: number | null = null
  for (const [index, { at, count, isSilent }] of marks.sort((a, b) => a.at - b.at).entries()) {
    if (isSilent) silent += count
    else reporting += count
    if (marks[index + 1]?.at === at) continue
    const isUnknown = silent > 0 && reporting === 0
    if (isUnknown) since ??= at
    else if (since !== null) {
      silences.push({ from: since, to: at })
      since = null
    }
  }
  return silences
}
