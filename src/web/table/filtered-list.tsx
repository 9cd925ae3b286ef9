import type { ReactNode } from 'react'
import type { Pagination } from '#contract/common/pagination.ts'
import { Frame } from '#web/ui/card.tsx'
import { FilterBar } from './filter-bar.tsx'
import type { Filter, TextFilter } from './filter.ts'
import { type FrozenRows, ShowNewRowsButton } from './frozen-rows.tsx'
import { NoRowMatches } from './no-match.tsx'
import { Paging, PastTheEnd } from './paging.tsx'

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

/** One page of a list: its table and paging, or why there is nothing to see. */
export function ListFrame(props: {
  /** A row, in one word. */
  what: string
  /** How rows are ordered, in words. */
  order: string
  rowCount: number
  pagination: Pagination
  filters: Filter[]
  /** Rows of another page or filter are on their way. */
  isBusy: boolean
  /** Rows per page where the URL says nothing; 25 unless the list has another default. */
  defaultSize?: number
  /** Other sizes to choose; 50 and 100 unless the list allows fewer. */
  sizes?: readonly number[]
  onClear: () => void
  onSize: (perPage: number | undefined) => void
  children: ReactNode
}) {
  const { pagination } = props
  if (props.rowCount > 0) {
    return (
      <Frame isBusy={props.isBusy}>
        {props.children}
        <Paging
          pagination={pagination}
          order={props.order}
          defaultSize={props.defaultSize ?? 25}
          {...(props.sizes && { sizes: props.sizes })}
          onSize={props.onSize}
        />
      </Frame>
    )
  }
  return (
    <Frame isBusy={props.isBusy}>
      {pagination.total === 0 ? (
        <NoRowMatches what={props.what} filters={props.filters} onClear={props.onClear} />
      ) : (
        <PastTheEnd pagination={pagination} />
      )}
    </Frame>
  )
}
