import type { ReactNode } from 'react'
import type { KeysetPagination, Pagination } from '#contract/common/pagination.ts'
import { counted, formatCount, formatTotal } from '#domain/common/counted.ts'
import type { ColumnChoice } from '#web/table/column-choice.tsx'
import { FilterBar } from '#web/table/filter-bar.tsx'
import { type FrozenRows, ShowNewRowsButton } from '#web/table/frozen-rows.tsx'
import { type Filter, type TextFilter, isArchivedFilter, isSet } from '#web/table/filter.ts'
import { NoRowMatches } from '#web/table/no-match.tsx'
import { KeysetPaging, type KeysetPosition, PastTheLast } from '#web/table/keyset-paging.tsx'
import { countText, Paging, PastTheEnd, rangeOf } from '#web/table/paging.tsx'
import { Button } from '#web/ui/button.tsx'
import { Frame } from '#web/ui/card.tsx'
import { IgnoredNote, StaleNote } from '#web/ui/note.tsx'
import { type LogPagination, useListNews } from './use-list-page.ts'

/** The parts of a {@link ListPage} that its frame shows. */
interface ShownList {
  search: {
    ignored?: Record<string, string[]> | undefined
    page_after?: unknown
    before?: unknown
  }
  /** Null where all rows are there, or where the rows have a foot of their own. */
  pagination: Pagination | KeysetPagination | LogPagination | null
  isNarrowed: boolean
  isBusy: boolean
  text: TextFilter | undefined
  filters: Filter[]
  /** Where the page reads a log itself: what narrows it beside filters, and its loaded stretches. */
  log?: { narrowing: unknown; stretches: number; hasOlder: boolean }
  frozen: FrozenRows<unknown>
  /** Null where the page says itself that the rows are old. */
  query: Parameters<typeof StaleNote>[0]['query'] | null
  clear: () => void
  forget: () => void
  onSize: (perPage: number | undefined) => void
}

/** A list of rows that its page reads itself, all at once, without the state of a list page. */
export function listOfRows(list: {
  rows: readonly unknown[]
  text?: TextFilter
  filters: Filter[]
  onClear: () => void
}): ShownList {
  const { rows, text, filters, onClear } = list
  return {
    search: {},
    pagination: null,
    isNarrowed: [text ?? [], filters].flat().some(isSet),
    isBusy: false,
    text,
    filters,
    frozen: { rows: [...rows], waiting: null, release: () => {} },
    query: null,
    clear: onClear,
    forget: () => {},
    onSize: () => {},
  }
}

/** A list page below its heading: notes, filters, rows with their paging, or why there are none. */
export function ListBody(props: {
  list: ShownList
  /** The rows together, as a heading: "Flows". */
  title: string
  /** A row, in one word: "flow". */
  what: string
  /** How rows are ordered, in words: "newest first"; lists without a foot do not say it. */
  order?: string
  /** In place of everything, where there is nothing yet and nothing narrows. */
  first?: ReactNode
  /** In place of the rows, where there are none and nothing narrows. */
  none?: ReactNode
  /** Fields of the text filter, when it finds nothing: "Name or description". */
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
  const { pagination, text, filters, frozen, clear } = list
  const foot = {
    order: props.order ?? '',
    defaultSize,
    ...(sizes && { sizes }),
    onSize: list.onSize,
  }
  const position = pagination && positionOf(list.search, pagination)
  // A log does not count its rows: on its first stretch, none are none in all.
  const isNone =
    pagination && 'total' in pagination
      ? pagination.total === 0
      : position?.isFirst !== false && frozen.rows.length === 0
  const isEmpty = isNone && !list.isNarrowed
  usePageNews(list, props.what)
  const notes = (
    <>
      <IgnoredNote ignored={list.search.ignored} onClear={list.forget} />
      {list.query && <StaleNote what={props.title} query={list.query} />}
    </>
  )
  if (isEmpty && props.first) {
    const archived = filters.find(isArchivedFilter)
    return (
      <>
        {notes}
        {props.first}
        {archived && (
          <Button kind="quiet" onClick={() => archived.onChange(['archived'])}>
            Show archived
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      {notes}
      {props.above}
      {(text || filters.length > 0 || props.columns) && (
        <FilterBar name={text} filters={filters} columns={props.columns} onClear={clear}>
          <ShowNewRowsButton waiting={frozen.waiting} onRelease={frozen.release} />
          {props.tools}
        </FilterBar>
      )}
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
              {pagination && 'page' in pagination && (
                <Paging pagination={pagination} rowCount={frozen.rows.length} {...foot} />
              )}
              {position && (
                <KeysetPaging
                  position={position}
                  rowCount={frozen.rows.length}
                  pagination={pagination && 'next' in pagination ? pagination : undefined}
                  {...foot}
                />
              )}
            </>
          ) : isNone || !pagination ? (
            <NoRowMatches
              what={props.what}
              filters={text ? [{ ...text, label: textLabel }, ...filters] : filters}
              onClear={clear}
            />
          ) : 'page' in pagination ? (
            <PastTheEnd pagination={pagination} />
          ) : (
            position && <PastTheLast parameter={position.parameter} />
          )}
        </Frame>
      )}
    </>
  )
}

/** Tells screen readers which rows another page has, of a list that stands among other things. */
export const usePageNews = (list: ShownList, what: string): void => useListNews(newsOf(list, what))

/** Filters of the rows, and their number in words. */
function newsOf(list: ShownList, what: string) {
  const { pagination, search, frozen, log } = list
  const count = frozen.rows.length
  const total = pagination && 'total' in pagination ? pagination.total : count
  const isMore =
    log?.hasOlder ??
    (pagination &&
      ('older' in pagination
        ? pagination.older !== null
        : 'next' in pagination && pagination.is_total_exceeded))
  const all = formatTotal(total, isMore ?? false)
  const pages = pagination && 'page' in pagination ? pagination : null
  const set = [list.text ?? [], list.filters].flat().filter(isSet)
  return {
    // Rows that could not be had are not told of, either.
    isBusy: list.isBusy || list.query?.isOfEarlierSearch === true,
    narrowing: JSON.stringify([
      log?.narrowing,
      ...set.map((filter) => [filter.label, 'selected' in filter ? filter.selected : filter.value]),
    ]),
    page: log?.stretches ?? pages?.page ?? search.before ?? search.page_after,
    matches: `${all} ${countText(total, what, set.length > 0)}`,
    rows: pages
      ? `Rows ${rangeOf(pages, count).map(formatCount).join(' to ')} of ${all}`
      : counted(count, 'row'),
  }
}

function positionOf(
  search: ShownList['search'],
  pagination: Pagination | KeysetPagination | LogPagination,
): KeysetPosition | null {
  if ('page' in pagination) return null
  return 'older' in pagination
    ? { parameter: 'before', isFirst: search.before === undefined, next: pagination.older }
    : { parameter: 'page_after', isFirst: search.page_after === undefined, next: pagination.next }
}
