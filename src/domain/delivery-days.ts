import { daysOfWindow } from './window-days.ts'

/** Messages that came about on a UTC day (its start in Unix seconds), by how they stand. */
export interface DeliveryDay {
  day: number
  delivered: number
  failed: number
  waiting: number
}

/**
 * A row a day of the window, oldest first; days without messages are there as zeros. What is neither
 * delivered nor failed waits.
 */
export function countDeliveryDays(
  window: { from: number; to: number },
  counts: readonly { day: number; state: string; count: number }[],
): DeliveryDay[] {
  const days = new Map(
    daysOfWindow(window).map((day) => [day, { day, delivered: 0, failed: 0, waiting: 0 }]),
  )
  for (const { day, state, count } of counts) {
    const row = days.get(day)
    if (row) row[state === 'delivered' || state === 'failed' ? state : 'waiting'] += count
  }
  return [...days.values()]
}
