import { ranges } from '../table/ranges.ts'
import { rangeLabels } from '../table/time-range.ts'
import type { Filter } from '../table/filter.ts'
import { tagFilters } from '../table/tag-filters.ts'
import type { OverviewSearch } from './queries.ts'

type Narrowing = Pick<OverviewSearch, 'range'> & { tag?: string[] | undefined }

/** Tags of environments and flows, and how far trails and changes go back. */
export function overviewFilters(
  search: OverviewSearch,
  narrow: (change: Narrowing) => void,
): Filter[] {
  return [
    ...tagFilters(search.tag ?? [], (tag) => narrow({ tag: tag.length > 0 ? tag : undefined })),
    {
      kind: 'choice',
      label: 'Range',
      isMultiple: false,
      options: ranges.map((value) => ({ value, label: rangeLabels[value] })),
      selected: search.range ? [search.range] : [],
      onChange: ([value]) => narrow({ range: ranges.find((range) => range === value) }),
    },
  ]
}
