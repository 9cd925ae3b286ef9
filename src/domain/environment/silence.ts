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

/** A stretch of time with one state; `isStale` where nobody knows it for lack of a report. */
export interface StateSpan {
  from: number
  to: number
  state: boolean | null
  isStale: boolean
}

/**
 * Divides a stretch of time by the silences in it: what was last known does not hold there, and what
 * was unknown is stale as well.
 */
export function splitBySilence(
  span: Omit<StateSpan, 'isStale'>,
  silences: readonly Period[],
): StateSpan[] {
  const { from, to, state } = span
  return splitByPeriods({ from, to }, silences).map(({ isWithin, ...part }) => ({
    ...part,
    state: isWithin ? null : state,
    isStale: isWithin,
  }))
}
