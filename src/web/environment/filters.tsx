import { environmentTypes } from '#contract/environment/environment-type.ts'
import { standings } from '#contract/verdict/standing.ts'
import { verdictOptions } from '#web/domain-ui/environment-verdict-options.tsx'
import { standingOptions } from '#web/domain-ui/standing.tsx'
import { knownTagsOf } from '#web/record/known-records.ts'
import { type Filter, anyOf, oneOf } from '#web/table/filter.ts'
import { tagFilters } from '#web/table/repeated-filters.ts'
import type { EnvironmentListSearch } from './queries.ts'

type Narrowing = {
  [F in 'verdict' | 'standing' | 'type' | 'tag' | 'archived' | 'stale']?: NonNullable<
    EnvironmentListSearch[F]
  >
}

const stateOf = (stale: boolean | null | undefined) =>
  stale == null ? undefined : stale ? 'stale' : 'fresh'

/** Filters of the list of environments. */
export function filtersOf(
  org: string,
  search: Narrowing,
  narrow: (change: Narrowing) => void,
): Filter[] {
  return [
    anyOf('Verdict', verdictOptions, search.verdict, (verdict) => narrow({ verdict })),
    anyOf('Standing', standingOptions(standings), search.standing, (standing) =>
      narrow({ standing }),
    ),
    anyOf(
      'Type',
      environmentTypes.map((value) => ({ value, label: value })),
      search.type,
      (type) => narrow({ type }),
    ),
    ...tagFilters(search.tag, (tag) => narrow({ tag }), knownTagsOf(org, 'environment')),
    oneOf(
      'State',
      [
        { value: 'stale', label: 'stale' },
        { value: 'fresh', label: 'not stale' },
        { value: 'archived', label: 'archived' },
      ],
      search.archived ? 'archived' : stateOf(search.stale),
      (value) =>
        narrow({
          archived: value === 'archived' ? true : undefined,
          stale: value === 'stale' || value === 'fresh' ? value === 'stale' : undefined,
        }),
    ),
  ]
}

const orders = {
  name: 'sorted by name',
  last_changed_at: 'sorted by last change',
  last_modified_at: 'sorted by last edit',
  verdict: 'worst first, causes before what contains them',
}

/** How a view of the list is ordered, in words; services are those of a page of environments. */
export function orderText(search: {
  view?: string | undefined
  sort?: keyof typeof orders | undefined
}): string {
  const { view, sort = 'name' } = search
  if (view === 'tiles') return orders.verdict
  return view === 'services' ? `environments ${orders[sort]}` : orders[sort]
}
