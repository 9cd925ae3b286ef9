import type { DayCounts } from '#contract/flow/flow-statistics.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'

/** Seconds of a UTC day. */
export const daySeconds = 86_400

/** Start of the UTC day of a moment, both in Unix seconds. */
export const dayStart = (at: number) => Math.floor(at / daySeconds) * daySeconds

const fieldOf: Record<TrailState, 'compliant' | 'non_compliant' | 'incomplete'> = {
  COMPLIANT: 'compliant',
  'NON-COMPLIANT': 'non_compliant',
  INCOMPLETE: 'incomplete',
}

/** A row a day of the window, oldest first; days without trails are there as zeros. */
export function countDays(
  window: { from: number; to: number },
  counts: readonly { day: number; state: TrailState; count: number }[],
): DayCounts[] {
  if (window.to < window.from) return []
  const days = new Map<number, DayCounts>()
  for (let day = dayStart(window.from); day <= window.to; day += daySeconds) {
    days.set(day, { day, compliant: 0, non_compliant: 0, incomplete: 0 })
  }
  for (const { day, state, count } of counts) {
    const row = days.get(day)
    if (row) row[fieldOf[state]] += count
  }
  return [...days.values()]
}

type Counts = Omit<DayCounts, 'day'>

/** The days of a window together. */
export function totalOf(days: readonly Counts[]): Counts {
  const total = { compliant: 0, non_compliant: 0, incomplete: 0 }
  for (const day of days) {
    total.compliant += day.compliant
    total.non_compliant += day.non_compliant
    total.incomplete += day.incomplete
  }
  return total
}

/** All trails of some counts. */
export const trailsOf = (counts: Counts) =>
  counts.compliant + counts.non_compliant + counts.incomplete

/** Starts of the UTC days that a window touches, oldest first; all in Unix seconds. */
export function daysOfWindow(window: { from: number; to: number }): number[] {
  const days: number[] = []
  for (let day = dayStart(window.from); day <= window.to; day += daySeconds) days.push(day)
  return days
}
