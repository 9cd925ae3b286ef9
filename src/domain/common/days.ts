import type { DayCounts } from '#contract/flow/flow-statistics.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import type { VerdictDay } from '#contract/verdict/verdict-history.ts'

/** Seconds of a UTC day. */
export const daySeconds = 86_400

/** Returns the start of the UTC day of a time, both in Unix seconds. */
export const dayStart = (at: number) => Math.floor(at / daySeconds) * daySeconds

/** Returns where a window of whole UTC days begins, whose last day is that of `to`; Unix seconds. */
export const firstDayOf = (days: number, to: number) => dayStart(to) - (days - 1) * daySeconds

const fieldOf: Record<TrailState, 'compliant' | 'non_compliant' | 'incomplete'> = {
  COMPLIANT: 'compliant',
  'NON-COMPLIANT': 'non_compliant',
  INCOMPLETE: 'incomplete',
}

/** Returns a row for each day of the window, oldest first; days without trails have zeros. */
export function countDays(
  window: { from: number; to: number },
  counts: readonly { day: number; state: TrailState; count: number }[],
): DayCounts[] {
  if (window.to < window.from) return []
  const days = rowsOfDays(window, { compliant: 0, non_compliant: 0, incomplete: 0 })
  for (const { day, state, count } of counts) {
    const row = days.get(day)
    if (row) row[fieldOf[state]] += count
  }
  return [...days.values()]
}

/**
 * Returns a row for each day of the window, oldest first; empty days have zeros.
 * @param counts by days since 1970, UTC
 */
export function verdictDays(
  window: { from: number; to: number },
  counts: readonly { day: number; is_compliant: boolean; count: number }[],
): VerdictDay[] {
  const days = rowsOfDays(window, { compliant: 0, non_compliant: 0 })
  for (const { day, is_compliant, count } of counts) {
    const row = days.get(day * daySeconds)
    if (row) row[is_compliant ? 'compliant' : 'non_compliant'] += count
  }
  return [...days.values()]
}

type Counts = Omit<DayCounts, 'day'>

/** Sums up the counts of several days. */
export function totalOf(days: readonly Counts[]): Counts {
  const total = { compliant: 0, non_compliant: 0, incomplete: 0 }
  for (const day of days) {
    total.compliant += day.compliant
    total.non_compliant += day.non_compliant
    total.incomplete += day.incomplete
  }
  return total
}

/** Returns the number of trails in all states. */
export const trailsOf = (counts: Counts) =>
  counts.compliant + counts.non_compliant + counts.incomplete

/** Returns the starts of the UTC days of a window, oldest first; all in Unix seconds. */
export function daysOfWindow(window: { from: number; to: number }): number[] {
  const days: number[] = []
  for (let day = dayStart(window.from); day <= window.to; day += daySeconds) days.push(day)
  return days
}

/** Returns rows of zeros for the UTC days of a window by their starts, oldest first. */
export const rowsOfDays = <Zeros extends object>(
  window: { from: number; to: number },
  zeros: Zeros,
): Map<number, Zeros & { day: number }> =>
  new Map(daysOfWindow(window).map((day) => [day, { day, ...zeros }]))
