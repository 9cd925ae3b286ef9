import { knownTagsOf } from '#web/record/known-records.ts'
import {
  type ChoiceFilter,
  type Filter,
  anyOf,
  textFilter,
  windowFilter,
} from '#web/table/filter.ts'
import { rangeLabels } from '#web/table/time-range.ts'
import { repeatedFilters, tagFilters } from '#web/table/repeated-filters.ts'
import { verdictOptions } from '#web/domain-ui/environment-verdict-options.tsx'
import { kindChoices } from './event-labels.ts'
import type { LogSearch } from './queries.ts'

type Narrow = (change: Partial<LogSearch>) => void

const kindFilter = ({ event = [] }: LogSearch, narrow: Narrow): ChoiceFilter =>
  anyOf(
    'Event',
    kindChoices.map(({ value, label }) => ({ value, label })),
    kindChoices
      .filter(({ types }) => types.some((type) => event.includes(type)))
      .map(({ value }) => value),
    (values) =>
      narrow({
        event:
          values && kindChoices.flatMap((one) => (values.includes(one.value) ? one.types : [])),
      }),
  )

/** Narrows events by the verdicts of artifacts, and flips by what environments became. */
const verdictFilter = (search: LogSearch, narrow: Narrow): ChoiceFilter =>
  anyOf(search.flips ? 'Became' : 'Verdict', verdictOptions, search.verdict, (verdict) =>
    narrow({ verdict }),
  )

/** The filters of a log; those of environments where it has several. */
export function logFilters(
  org: string,
  search: LogSearch,
  ofAll: boolean,
  narrow: Narrow,
): Filter[] {
  return [
    windowFilter('Time', search, narrow, rangeLabels['7d']),
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
    textFilter('Fingerprint', search.fingerprint, (fingerprint) => narrow({ fingerprint }), {
      isExact: true,
    }),
  ]
}
