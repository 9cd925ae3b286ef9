import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { trailStateFilter } from '#web/domain-ui/trail-state-filter.tsx'
import type { Filter } from '#web/table/filter.ts'
import { type TimeSearch, type TimeSpan, timesIn } from '#web/table/time-range.ts'

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
