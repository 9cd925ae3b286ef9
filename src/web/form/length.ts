import * as z from 'zod/mini'
import { maxReportingMinutes } from '#contract/environment/reporting-interval.ts'

const minutesOf: Record<string, number> = { min: 1, h: 60, d: 1_440 }

const pattern = /^\s*((\d{1,6})\s*(min|h|d)\s*)?$/

const isPossible = (minutes: number | null) =>
  minutes === null || (minutes >= 1 && minutes <= maxReportingMinutes)

/** A reporting interval as people type it: "90 min", "6 h", "2 d", or nothing. */
export const length = z.string().check(
  z.refine((text) => pattern.test(text), {
    error: 'Enter it like 90 min, 6 h or 2 d, or leave it empty',
  }),
  z.refine((text) => isPossible(minutesIn(text)), {
    error: `Between 1 min and ${lengthText(maxReportingMinutes)}`,
  }),
)

/** Minutes of a length that fits the schema; null for nothing. */
export function minutesIn(text: string): number | null {
  const [, , count, unit = ''] = pattern.exec(text) ?? []
  return count === undefined ? null : Number(count) * (minutesOf[unit] ?? 1)
}

/** Minutes as one types them, in the largest unit that says them whole. */
export function lengthText(minutes: number | null): string {
  if (minutes === null) return ''
  const [unit = 'min', size = 1] =
    Object.entries(minutesOf).findLast(([, size]) => minutes % size === 0) ?? []
  return `${minutes / size} ${unit}`
}
