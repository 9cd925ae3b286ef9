import type { ReactNode } from 'react'
import type { Pagination } from '#contract/common/pagination.ts'
import { Frame } from '../ui/card.tsx'
import type { Filter } from './filter.ts'
import { NoRowMatches } from './no-match.tsx'
import { Paging, PastTheEnd } from './paging.tsx'

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
