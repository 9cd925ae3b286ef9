import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { KeysetPagination, Pagination } from '#contract/common/pagination.ts'
import { type ListQuery, type QueryOf, useListQuery } from '#web/api/list-query.ts'
import { useOwnChanges } from '#web/api/live-invalidation.ts'
import { type Filter, type TextFilter, clearing, isSet } from '#web/table/filter.ts'
import { type FrozenRows, useFrozenRows } from '#web/table/frozen-rows.tsx'
import { announce } from '#web/ui/announcer.tsx'
import { isFocusLost } from '#web/ui/hand-on-focus.ts'

/** Parameters of every list page beside its filters. */
interface ListSearch {
  /** Parameters of the URL that were not understood. */
  ignored?: Record<string, string[]> | undefined
}

/** A change of the search: narrows the list and goes to its first page. */
export type Narrow<Search> = (change: Partial<Search>) => void

/** Stretches of a log follow one another by the position where the older one begins. */
export interface LogPagination {
  older: string | number | null
}

type RowIn<Data> = Data extends { data: (infer Row extends object)[] } ? Row : never
type PaginationIn<Data> = Data extends { pagination: infer P }
  ? P
  : Data extends LogPagination
    ? LogPagination
    : null

/** A list page: its rows, its filters, and how they change. */
export interface ListPage<Search, Data, Row> {
  /** Search in the URL. */
  search: Search
  /** Search parameters of the shown rows. */
  shown: Search
  /** The response that the rows come from. */
  data: Data
  rows: Row[]
  /** The same for a table, which tells them apart in the same way. */
  table: { rows: Row[]; rowId: (row: Row) => string }
  /** Null where the response has all rows. */
  pagination: PaginationIn<Data>
  /** Whether a filter is set for the shown rows. */
  isNarrowed: boolean
  /** Rows of another page or filter are on their way. */
  isBusy: boolean
  /** The text filter in front of the others. */
  text: TextFilter | undefined
  filters: Filter[]
  frozen: FrozenRows<unknown>
  query: ListQuery<Search, Data>['query']
  narrow: Narrow<Search>
  /** Takes all filters away. */
  clear: () => void
  /** Takes out of the URL what was not understood. */
  forget: () => void
  /** Shows so many rows per page; undefined for as many as usual. */
  onSize: (perPage: number | undefined) => void
}

/**
 * Everything that a list page does with the search in its URL: reads the rows, keeps them still
 * until new ones are asked for, narrows and clears. @throws ApiError when the list is refused
 */
export function useListPage<
  Search extends ListSearch,
  Data extends object,
  Row extends object = RowIn<Data>,
>(options: {
  search: Search
  queryOf: (search: Search) => QueryOf<Data>
  /** The rows of a response that has them elsewhere than in `data`, or all, to be narrowed here. */
  rowsOf?: (data: Data, shown: Search) => Row[]
  rowId: (row: Row) => string
  /** The parameter that a text field in front of the filters sets, and the label of that field. */
  text?: { parameter: keyof Search & string; label: string }
  filtersOf?: (search: Search, narrow: Narrow<Search>) => Filter[]
  /** Where not every filter that is set narrows the list. */
  isNarrowed?: (shown: Search) => boolean
  /** Whether new rows come in by themselves, as where all rows are there; else they wait. */
  isLive?: boolean
  /** Whether a change goes to the top of the page; it does unless a chart there makes it. */
  resetScroll?: boolean
}): ListPage<Search, Data, Row> {
  const { search, rowsOf, rowId, text, filtersOf, resetScroll = true } = options
  const navigate = useNavigate()
  const change = (next: (previous: Record<string, unknown>) => object) =>
    void navigate({ to: '.', search: next, resetScroll })
  const narrow = (changed: Partial<Search> | { per_page?: number | undefined }) =>
    change(({ ignored: _, page: __, page_after: ___, before: ____, ...rest }) => ({
      ...rest,
      ...changed,
    }))
  const clear = () => change((previous) => ({ ...previous, ...clearing(previous) }))

  const { shown, data, isBusy, query } = useListQuery(search, options.queryOf)
  const rows = rowsOf ? rowsOf(data, shown) : (data as { data: Row[] }).data
  const pagination = paginationOf(data)
  const { isLive = pagination === null } = options
  // Another view of the same rows is no reason to start over.
  const scope = JSON.stringify([
    options.queryOf(shown).queryKey,
    isLive && rows.map(rowId),
    useOwnChanges(),
  ])
  const frozen = useFrozenRows(rows, rowId, scope, query.isFetching)

  const textOf = (of: Search): TextFilter | undefined =>
    text && {
      kind: 'text',
      label: text.label,
      value: of[text.parameter] as string | undefined,
      onChange: (value) => narrow({ [text.parameter]: value } as Partial<Search>),
    }
  const othersOf = (of: Search) => filtersOf?.(of, narrow) ?? []
  return {
    search,
    shown,
    data,
    rows: frozen.rows,
    table: { rows: frozen.rows, rowId },
    pagination: pagination as PaginationIn<Data>,
    isNarrowed:
      options.isNarrowed?.(shown) ?? [textOf(shown) ?? [], othersOf(shown)].flat().some(isSet),
    isBusy,
    text: textOf(search),
    filters: othersOf(search),
    frozen,
    query,
    narrow,
    clear,
    forget: () => narrow({}),
    onSize: (per_page) => narrow({ per_page }),
  }
}

function paginationOf(data: object): Pagination | KeysetPagination | LogPagination | null {
  if ('pagination' in data) return data.pagination as Pagination | KeysetPagination
  return 'older' in data ? (data as LogPagination) : null
}

/**
 * Tells screen readers what a list has come to once its rows are there: how many match what narrows
 * it now, or which rows another page has. The focus follows to the rows that a turned page shows.
 * @param news `narrowing` and `page` say what the rows are asked by
 */
export function useListNews(news: {
  isBusy: boolean
  narrowing: string
  page: unknown
  matches: string
  rows: string
}): void {
  const { isBusy, narrowing, page, matches, rows } = news
  const told = useRef({ narrowing, page })
  useEffect(() => {
    const before = told.current
    if (isBusy || (before.narrowing === narrowing && before.page === page)) return
    told.current = { narrowing, page }
    if (before.narrowing !== narrowing) return announce(matches)
    announce(rows)
    const pages = document.querySelector('main nav[aria-label=Pages]')
    const { activeElement } = document
    // On the link to a page, or nowhere when that is gone; not on the choice of how many it has.
    if (!isFocusLost() && !(activeElement?.matches('a') && pages?.contains(activeElement))) return
    const list = pages?.parentElement?.querySelector<HTMLElement>('table, :scope > ul')
    if (list) list.tabIndex = -1
    // The page scrolls to its top by itself.
    const next = list ?? document.querySelector<HTMLElement>('main h1')
    next?.focus({ preventScroll: true })
  }, [isBusy, narrowing, page, matches, rows])
}
