import type { ArchivedChoice } from '#contract/common/archived.ts'
import type { TrailState } from '#contract/verdict/compliance-status.ts'
import { trailStateFilter } from '#web/domain-ui/trail-state-filter.tsx'
import { knownTagsOf } from '#web/record/known-records.ts'
import { archivedFlowsFilter } from '#web/table/archived-flows.ts'
import { repeatedFilters, tagFilters } from '#web/table/repeated-filters.ts'
import { type Filter, textFilter } from '#web/table/filter.ts'
import { type TimeSearch, type TimeSpan, timesIn } from '#web/table/time-range.ts'
import { knownFlowsOf } from './queries.ts'

interface Narrowed {
  verdict?: TrailState[] | undefined
  author?: string | undefined
}

/** Filters of the trails of all flows, as the address has them. */
interface AllNarrowed {
  verdict?: TrailState[] | undefined
  flow_name?: string[] | undefined
  tag?: string[] | undefined
  archived?: ArchivedChoice | undefined
}

/** Filters of a flow's trails: verdict, author, and when they started. */
export function trailFilters(
  search: Narrowed & TimeSearch,
  narrow: (change: Narrowed & Partial<TimeSpan>) => void,
): Filter[] {
  return [
    trailStateFilter(search.verdict, (verdict) => narrow({ verdict })),
    textFilter('Author', search.author, (author) => narrow({ author })),
    { kind: 'time', label: 'Started', value: timesIn(search), onChange: narrow },
  ]
}

/** Filters of the trails of all flows: verdict, flows and their tags, and when trails started. */
export const allTrailsFilters = (
  org: string,
  search: AllNarrowed & TimeSearch,
  narrow: (change: AllNarrowed & Partial<TimeSpan>) => void,
): Filter[] => [
  trailStateFilter(search.verdict, (verdict) => narrow({ verdict })),
  ...repeatedFilters('Flow', search.flow_name, (flow_name) => narrow({ flow_name }), {
    suggest: knownFlowsOf(org),
  }),
  ...tagFilters(search.tag, (tag) => narrow({ tag }), knownTagsOf(org, 'flow')),
  archivedFlowsFilter(search.archived, (archived) => narrow({ archived })),
  { kind: 'time', label: 'Started', value: timesIn(search), onChange: narrow },
]
