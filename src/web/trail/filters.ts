import type { TrailState } from '#contract/trail-state.ts'
import type { Filter } from '../table/filter.ts'
import { trailStateFilter } from '../table/trail-state-filter.tsx'
import { stampOf } from '../ui/time-text.ts'
import { type Range, rangeLabels, ranges } from './range.ts'

interface Filtered {
  verdict?: TrailState[] | undefined
  author?: string | undefined
  range?: Range | undefined
  from_timestamp?: number | undefined
  to_timestamp?: number | undefined
}

/** Filters of a flow's trails: verdict, author, and when they started. */
export function trailFilters(search: Filtered, narrow: (change: Filtered) => void): Filter[] {
  const time = (field: 'from_timestamp' | 'to_timestamp', label: string): Filter[] => {
    const at = search[field]
    if (at === undefined) return []
    return [
      { kind: 'text', label, value: stampOf(at), onChange: () => narrow({ [field]: undefined }) },
    ]
  }
  return [
    trailStateFilter(search.verdict, (verdict) => narrow({ verdict })),
    {
      kind: 'text',
      label: 'Author',
      value: search.author,
      onChange: (author) => narrow({ author }),
    },
    {
      kind: 'choice',
      label: 'Started',
      isMultiple: false,
      options: ranges.map((range) => ({ value: range, label: rangeLabels[range] })),
      selected: search.range ? [search.range] : [],
      onChange: ([range]) => narrow({ range: range as Range | undefined }),
    },
    ...time('from_timestamp', 'From'),
    ...time('to_timestamp', 'To'),
  ]
}
