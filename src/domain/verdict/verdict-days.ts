import type { VerdictDay } from '#contract/verdict/verdict-history.ts'
import { daySeconds, dayStart } from '#domain/common/days.ts'

/**
 * Returns a row for each day of the window, oldest first; empty days have zeros.
 * @param counts by days since 1970, UTC
 */
export function verdictDays(
  window: { from: number; to: number },
  counts: readonly { day: number; is_compliant: boolean; count: number }[],
): VerdictDay[] {
  const days = new Map<number, VerdictDay>()
  for (let day = dayStart(window.from); day <= window.to; day += daySeconds) {
    days.set(day, { day, compliant: 0, non_compliant: 0 })
  }
  for (const { day, is_compliant, count } of counts) {
    const row = days.get(day * daySeconds)
    if (row) row[is_compliant ? 'compliant' : 'non_compliant'] += count
  }
  return [...days.values()]
}
