import type { EnvironmentVerdict } from '#contract/environment/environment.ts'
import type { Filter } from '../table/filter.ts'
import { type TimeSpan, timesIn } from '../table/time-range.ts'
import type { SnapshotListSearch } from './queries.ts'
import { verdictOptions } from './verdict-options.tsx'

type Narrowing = Partial<TimeSpan> & { verdict?: EnvironmentVerdict | undefined }

/** What the list of snapshots can be narrowed by. */
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
    { kind: 'time', label: 'In force', value: timesIn(search), onChange: narrow },
  ]
}
