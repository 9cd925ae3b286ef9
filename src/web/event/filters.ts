import type { EnvironmentVerdict } from '#contract/environment/environment-list.ts'
import { knownTagsOf } from '#web/record/known-records.ts'
import type { ChoiceFilter, Filter } from '#web/table/filter.ts'
import { rangeLabels } from '#web/table/time-range.ts'
import { repeatedFilters, tagFilters } from '#web/table/repeated-filters.ts'
import { verdictOptions } from '#web/domain-ui/environment-verdict-options.tsx'
import { kindChoices } from './event-labels.ts'
import type { LogSearch } from './queries.ts'

type Narrow = (change: Partial<LogSearch>) => void

function kindFilter(search: LogSearch, narrow: Narrow): ChoiceFilter {
  const selected = search.event ?? []
  return {
    kind: 'choice',
    label: 'Event',
    isMultiple: true,
    options: kindChoices.map(({ value, label }) => ({ value, label })),
    selected: kindChoices
      .filter(({ types }) => types.some((type) => selected.includes(type)))
      .map(({ value }) => value),
    onChange: (values) => {
      const types = kindChoices.flatMap((one) => (values.includes(one.value) ? one.types : []))
      narrow({ event: types.length > 0 ? types : undefined })
    },
  }
}

/** Narrows events by the verdicts of artifacts, and flips by what environments became. */
const verdictFilter = (search: LogSearch, narrow: Narrow): ChoiceFilter => ({
  kind: 'choice',
  label: search.flips ? 'Became' : 'Verdict',
  isMultiple: true,
  options: verdictOptions,
  selected: search.verdict ?? [],
  onChange: (verdicts) =>
    narrow({ verdict: verdicts.length > 0 ? (verdicts as EnvironmentVerdict[]) : undefined }),
})

/** The filters of a log; those of environments where it has several. */
export function logFilters(
  org: string,
  search: LogSearch,
  ofAll: boolean,
  narrow: Narrow,
): Filter[] {
  return [
    {
      kind: 'time',
      label: 'Time',
      defaultValue: rangeLabels['7d'],
      value: {
        range: search.range,
        from_timestamp: search.from,
        to_timestamp: search.to,
      },
      onChange: ({ range, from_timestamp: from, to_timestamp: to }) => narrow({ range, from, to }),
    },
    kindFilter(search, narrow),
    verdictFilter(search, narrow),
    ...(ofAll
      ? [
          ...repeatedFilters('Environment', search.environment, (environment) =>
            narrow({ environment }),
          ),
          ...tagFilters(search.tag, (tag) => narrow({ tag }), knownTagsOf(org, 'environment')),
        ]
      : []),
    ...repeatedFilters('Flow', search.flow_name, (flow_name) => narrow({ flow_name })),
    ...repeatedFilters('Repository', search.repo_name, (repo_name) => narrow({ repo_name })),
    {
      kind: 'text',
      label: 'Fingerprint',
      isExact: true,
      value: search.fingerprint,
      onChange: (fingerprint) => narrow({ fingerprint }),
    },
  ]
}
