import type { DayCounts } from '#contract/flow/flow-statistics.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { daySeconds } from '#domain/common/days.ts'

/** A count of a day. */
export type DayField = Exclude<keyof DayCounts, 'day'>

/** What each count of a day counts, from the ground of a column up. */
export const dayFields: Record<
  DayField,
  { state: TrailState; verdict: 'compliant' | 'non-compliant' | 'incomplete' }
> = {
  non_compliant: { state: 'NON-COMPLIANT', verdict: 'non-compliant' },
  incomplete: { state: 'INCOMPLETE', verdict: 'incomplete' },
  compliant: { state: 'COMPLIANT', verdict: 'compliant' },
}

/** The fields in their order. */
export const dayFieldNames = Object.keys(dayFields) as DayField[]

/** Search of the trails of one day, of one verdict or all, that lie in the window. */
export function searchOfDay(
  window: { from_timestamp: number; to_timestamp: number },
  day: number,
  field?: DayField,
) {
  return {
    from_timestamp: Math.max(day, window.from_timestamp),
    to_timestamp: Math.min(day + daySeconds - 0.001, Math.max(day, window.to_timestamp)),
    ...(field && { verdict: [dayFields[field].state] }),
  }
}
