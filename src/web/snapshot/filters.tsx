import type { EnvironmentVerdict } from '#contract/environment/environment-list.ts'
import { type Verdict, VerdictMark, verdicts } from '#web/domain-ui/verdict.tsx'
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

/** Verdicts of what runs, as filters name them. */
export const verdictOfFilter: Record<EnvironmentVerdict, Verdict> = {
  COMPLIANT: 'compliant',
  'NON-COMPLIANT': 'non-compliant',
  UNKNOWN: 'unknown',
}

/** The verdicts to choose from. */
export const verdictOptions = Object.entries(verdictOfFilter).map(([value, verdict]) => ({
  value,
  label: verdicts[verdict].label,
  mark: <VerdictMark verdict={verdict} size={12} silent />,
}))
