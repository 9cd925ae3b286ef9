import { daysOfWindow } from './window-days.ts'

/** Messages that came about on a UTC day (its start in Unix seconds), by how they stand. */
export interface DeliveryDay {
  day: number
  delivered: number
  failed: number
  waiting: number
}

/** A row a day of the window, oldest first; days without messages are there as zeros. */
export function everyDeliveryDay(
  window: { from: number; to: number },
  counts: readonly DeliveryDay[],
): DeliveryDay[] {
  const days = new Map(counts.map((one) => [one.day, one]))
  return daysOfWindow(window).map(
    (day) => days.get(day) ?? { day, delivered: 0, failed: 0, waiting: 0 },
  )
}
