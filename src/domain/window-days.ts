import { daySeconds, dayStart } from './day-counts.ts'

/** Starts of the UTC days that a window touches, oldest first; all in Unix seconds. */
export function daysOfWindow(window: { from: number; to: number }): number[] {
  const days: number[] = []
  for (let day = dayStart(window.from); day <= window.to; day += daySeconds) days.push(day)
  return days
}
