import type { EnvironmentVerdict } from '#contract/environment/environment-list.ts'
import { verdictOptions } from '#web/domain-ui/environment-verdict-options.tsx'
import type { Filter } from '#web/table/filter.ts'
import { type TimeSpan, timesIn } from '#web/table/time-range.ts'
import type { SnapshotListSearch } from './queries.ts'

type Narrowing = Partial<TimeSpan> & { verdict?: EnvironmentVerdict | undefined }

/** Filters of the list of snapshots. */
export function snapshotFilters(
  search: SnapshotListSearch,
  narrow: (change: Narrowing) => void,
): Filter[] {
  return [
    {
      kind: 'choice',
      label: 'Verdict',
      isMultiple: false,
      options: verdictOptions,
      selected: search.verdict ? [search.verdict] : [],
      onChange: ([verdict]) => narrow({ verdict: verdict as EnvironmentVerdict | undefined }),
    },
    { kind: 'time', label: 'Active during', value: timesIn(search), onChange: narrow },
  ]
}
