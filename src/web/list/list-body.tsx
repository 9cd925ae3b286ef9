import type { ReactNode } from 'react'
import type { KeysetPagination, Pagination } from '#contract/common/pagination.ts'
import type { ColumnChoice } from '#web/table/column-choice.ts'
import { FilterBar } from '#web/table/filter-bar.tsx'
import { type FrozenRows, ShowNewRowsButton } from '#web/table/frozen-rows.tsx'
import type { Filter, TextFilter } from '#web/table/filter.ts'
import { NoRowMatches } from '#web/table/no-match.tsx'
import { KeysetPaging, PastTheLast } from '#web/table/keyset-paging.tsx'
import { Paging, PastTheEnd } from '#web/table/paging.tsx'
import { Frame } from '#web/ui/card.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'

/** The parts of a {@link ListPage} that its frame shows. */
interface ShownList {
  search: { ignored?: Record<string, string[]> | undefined; page_after?: unknown }
  pagination: Pagination | KeysetPagination
  isNarrowed: boolean
  isBusy: boolean
  text: TextFilter | undefined
  filters: Filter[]
  frozen: FrozenRows<unknown>
  query: Parameters<typeof StaleNote>[0]['query']
  narrow: (change: { per_page?: number | undefined }) => void
  clear: () => void
}

/** A list page below its heading: notes, filters, rows with their paging, or why there are none. */
export function ListBody(props: {
  list: ShownList
  /** The rows together, as a heading: "Flows". */
  title: string
  /** A row, in one word: "flow". */
  what: string
  /** How rows are ordered, in words: "newest first". */
  order: string
  /** In place of everything, where there is nothing yet and nothing narrows. */
  first?: ReactNode
  /** In place of the rows, where there are none and nothing narrows. */
  none?: ReactNode
  /** What the text filter looks in, when it finds nothing: "Name or description". */
  textLabel?: string
  /** Above the filters. */
  above?: ReactNode
  /** Which columns of the rows are shown. */
  columns?: ColumnChoice
  /** At the end of the line of filters. */
  tools?: ReactNode
  /** Between the filters and the rows. */
  summary?: ReactNode
  /** Above the rows, in their frame: how many there are, and what all of them share. */
  head?: ReactNode
  /** Rows per page where the URL says nothing; 25 unless the list has another default. */
  defaultSize?: number
  /** Other sizes to choose; 50 and 100 unless the list allows fewer. */
  sizes?: readonly number[]
  children: ReactNode
}) {
  const { list, textLabel = 'Name', defaultSize = 25, sizes } = props
  const { pagination, text, filters, frozen, narrow, clear } = list
  const foot = {
    order: props.order,
    defaultSize,
    ...(sizes && { sizes }),
    onSize: (per_page: number | undefined) => narrow({ per_page }),
  }
  const isEmpty = pagination.total === 0 && !list.isNarrowed
  const notes = (
    <>
      <IgnoredNote ignored={list.search.ignored} onClear={() => narrow({})} />
      <StaleNote what={props.title} query={list.query} />
    </>
  )
  if (isEmpty && props.first) {
    return (
      <>
        {notes}
        {props.first}
      </>
    )
  }
  return (
    <>
      {notes}
      {props.above}
      <FilterBar name={text} filters={filters} columns={props.columns} onClear={clear}>
        <ShowNewRowsButton waiting={frozen.waiting} onRelease={frozen.release} />
        {props.tools}
      </FilterBar>
      {props.summary}
      {isEmpty && props.none ? (
        props.none
      ) : (
        <Frame isBusy={list.isBusy}>
          {frozen.rows.length > 0 ? (
            <>
              {props.head && (
                <div className="flex min-h-11 flex-wrap items-baseline gap-x-2 border-b border-line px-4 py-2.5 text-table text-muted *:inline-flex *:gap-x-1.5">
                  {props.head}
                </div>
              )}
              {props.children}
              {'page' in pagination ? (
                <Paging pagination={pagination} {...foot} />
              ) : (
                <KeysetPaging
                  pagination={pagination}
                  rowCount={frozen.rows.length}
                  isFirst={list.search.page_after === undefined}
                  {...foot}
                />
              )}
            </>
          ) : pagination.total === 0 ? (
            <NoRowMatches
              what={props.what}
              filters={text ? [{ ...text, label: textLabel }, ...filters] : filters}
              onClear={clear}
            />
          ) : 'page' in pagination ? (
            <PastTheEnd pagination={pagination} />
          ) : (
            <PastTheLast />
          )}
        </Frame>
      )}
    </>
  )
}
