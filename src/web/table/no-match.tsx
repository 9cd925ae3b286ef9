import { NoMatch } from '../ui/empty.tsx'
import { type Filter, filterKey, isSet, wordsOf } from './filter.ts'
import { SetChip } from './filter-chip.tsx'
import { ClearAll } from './filter-bar.tsx'

/** An empty list because of its filters: names them, and takes each or all away. */
export function NoRowMatches(props: {
  what: string
  filters: readonly Filter[]
  onClear: () => void
}) {
  const set = props.filters.filter(isSet)
  const wishes = set.map((filter) => `${filter.label.toLowerCase()} ${wordsOf(filter)}`)
  return (
    <NoMatch sentence={`No ${props.what} has the ${wishes.join(' and the ')}.`}>
      {set.map((filter) => (
        <SetChip key={filterKey(filter)} filter={filter} />
      ))}
      <ClearAll onClear={props.onClear} />
    </NoMatch>
  )
}
