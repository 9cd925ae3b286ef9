import type { TrailState } from '#contract/verdict/compliance-status.ts'
import type { Filter } from '../table/filter.ts'
import { type TimeSearch, type TimeSpan, timesIn } from '../table/time-range.ts'
import { trailStateFilter } from '../table/trail-state-filter.tsx'

interface Narrowed {
  verdict?: TrailState[] | undefined
  author?: string | undefined
}

/** Filters of a flow's trails: verdict, author, and when they started. */
export function trailFilters(
  search: Narrowed & TimeSearch,
  narrow: (change: Narrowed & Partial<TimeSpan>) => void,
): Filter[] {
  return [
    trailStateFilter(search.verdict, (verdict) => narrow({ verdict })),
    {
      kind: 'text',
      label: 'Author',
      value: search.author,
      onChange: (author) => narrow({ author }),
    },
    { kind: 'time', label: 'Started', value: timesIn(search), onChange: narrow },
  ]
}
