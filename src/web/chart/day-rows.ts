import { dayOf, wholeDayOf } from '#web/ui/time-text.ts'
import type { ChartRow } from './axis-data.ts'

/**
 * UTC days as rows of a chart.
 * @param now Unix seconds; days of its year are written without the year
 */
export const dayRows = <Day extends { day: number }>(
  days: readonly Day[],
  now: number,
  valuesOf: (day: Day) => ChartRow['values'],
): ChartRow[] =>
  days.map((one) => ({
    key: one.day,
    label: dayOf(one.day, now),
    title: wholeDayOf(one.day),
    values: valuesOf(one),
  }))
