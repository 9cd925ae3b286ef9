import { NoMatch } from '#web/ui/empty.tsx'
import { ClearAll } from './filter-bar.tsx'
import { SetChip } from './filter-chip.tsx'
import { type Filter, filterKey, isSet, valueLabel } from './filter.ts'

const filterText = (filter: Filter) => `${filter.label.toLowerCase()} ${valueLabel(filter)}`

/** An empty list because of its filters: names them, and takes each or all away. */
export function NoRowMatches(props: {
  what: string
  filters: readonly Filter[]
  onClear: () => void
}) {
  const set = props.filters.filter(isSet)
  const had = set.filter(({ kind }) => kind !== 'time').map(filterText)
  const happened = set.filter(({ kind }) => kind === 'time').map(filterText)
  const wishes = [...(had.length > 0 ? [`has the ${had.join(' and the ')}`] : []), ...happened]
  return (
    <NoMatch sentence={`No ${props.what} ${wishes.join(', ')}.`}>
      {set.map((filter) => (
        <SetChip key={filterKey(filter)} filter={filter} />
      ))}
      <ClearAll onClear={props.onClear} />
    </NoMatch>
  )
}
