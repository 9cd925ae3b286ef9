import type { TimeRangeName } from '../table/ranges.ts'
import { rangeLabels, timesOf } from '../table/time-range.ts'
import { stampOf } from '../ui/time-text.ts'

/** The window of a log as its address has it. */
export interface WindowSearch {
  range?: TimeRangeName | undefined
  from?: number | null | undefined
  to?: number | null | undefined
}

/** What counts where nothing is set. */
const defaultRange: TimeRangeName = '7d'

/** The limits that a log is asked with now; around an event it has none of its own accord. */
export function windowOf(
  { range, from, to }: WindowSearch,
  isAround: boolean,
): { from?: number; to?: number } {
  const times = timesOf(
    {
      range: range ?? (isAround ? undefined : defaultRange),
      from_timestamp: from,
      to_timestamp: to,
    },
    Date.now() / 1_000,
  )
  return {
    ...(times.from_timestamp !== undefined && { from: times.from_timestamp }),
    ...(times.to_timestamp !== undefined && { to: times.to_timestamp }),
  }
}

/** The window in words, to go on a sentence: "in the last 7 days". */
export function windowLabels({ range, from, to }: WindowSearch, isAround: boolean): string {
  if (from == null && to == null) {
    if (isAround && !range) return 'around one event'
    return `in the ${rangeLabels[range ?? defaultRange]}`
  }
  const parts = [from != null && `from ${stampOf(from)}`, to != null && `until ${stampOf(to)}`]
  return parts.filter(Boolean).join(' ')
}
