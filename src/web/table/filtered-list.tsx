import type { ReactNode } from 'react'
import type { Pagination } from '#contract/common/pagination.ts'
import { FilterBar } from './filter-bar.tsx'
import type { Filter, TextFilter } from './filter.ts'
import type { FrozenRows } from './held-rows.ts'
import { ListFrame } from './list-frame.tsx'
import { ShowNewRowsButton } from './waiting-button.tsx'

/** One page of a list below its line of filters; what is new waits there until it is asked for. */
export function FilteredList(props: {
  /** A row, in one word. */
  what: string
  /** How rows are ordered, in words. */
  order: string
  name?: TextFilter
  /** What the name filter looks in: "Name or description". */
  nameLabel?: string
  filters: Filter[]
  held: FrozenRows<unknown>
  pagination: Pagination
  /** Rows of another page or filter are on their way. */
  isBusy: boolean
  onClear: () => void
  onSize: (perPage: number | undefined) => void
  /** At the end of the line of filters. */
  tools?: ReactNode
  children: ReactNode
}) {
  const { name, nameLabel = 'Name', filters, held, onClear, tools, ...list } = props
  return (
    <>
      <FilterBar name={name} filters={filters} onClear={onClear}>
        <ShowNewRowsButton waiting={held.waiting} onRelease={held.release} />
        {tools}
      </FilterBar>
      <ListFrame
        {...list}
        rowCount={held.rows.length}
        filters={name ? [{ ...name, label: nameLabel }, ...filters] : filters}
        onClear={onClear}
      />
    </>
  )
}
