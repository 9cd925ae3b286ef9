import { Link, useRouter } from '@tanstack/react-router'
import type { KeysetPagination } from '#contract/common/pagination.ts'
import { counted, formatTotal } from '#domain/common/counted.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { type FootProps, PageFoot, PageSize } from './paging.tsx'

/** Where the rows of a list are that follows its rows page by page. */
export interface KeysetPosition {
  /** The parameter of the URL that says after which row a page begins. */
  parameter: 'page_after' | 'before'
  isFirst: boolean
  /** Cursor of the next page; null at the end. */
  next: string | number | null
}

/**
 * Foot of a list whose pages begin after a row: how many rows, of how many where that is known, in
 * which order, and the ways to the first and to the next page. Which page it is, it does not know.
 */
export function KeysetPaging(
  props: FootProps & {
    position: KeysetPosition
    rowCount: number
    /** Without it the rows are not counted, and their number per page is not chosen. */
    pagination?: KeysetPagination | undefined
  },
) {
  const { position, rowCount, pagination, order, ...size } = props
  const { parameter, isFirst, next } = position
  const router = useRouter()
  const turn = (after: string | number | undefined) => () =>
    void router.navigate({ to: '.', search: searchAfter(parameter, after) })
  useShortcuts([
    ...(isFirst ? [] : [{ key: '[', label: 'First page', run: turn(undefined) }]),
    ...(next === null ? [] : [{ key: ']', label: 'Next page', run: turn(next) }]),
  ])
  return (
    <PageFoot
      rows={counted(rowCount, 'row')}
      total={pagination && formatTotal(pagination.total, pagination.is_total_exceeded)}
      order={order}
      links={
        (!isFirst || next !== null) && (
          <>
            {!isFirst && <CursorLink label="First page" search={searchAfter(parameter)} />}
            {next !== null && <CursorLink label="Next" search={searchAfter(parameter, next)} />}
          </>
        )
      }
    >
      {pagination && <PageSize perPage={pagination.per_page} {...size} />}
    </PageFoot>
  )
}

/** After the last row: says so, and offers the first. */
export function PastTheLast(props: { parameter: KeysetPosition['parameter'] }) {
  return (
    <Empty>
      Nothing follows here.{' '}
      <Link to="." search={searchAfter(props.parameter)} className="text-accent hover:underline">
        Go to the first page
      </Link>
    </Empty>
  )
}

function CursorLink(props: { label: string; search: (search: object) => object }) {
  return (
    <Link to="." search={props.search} className={buttonClass({ size: 'small' })}>
      {props.label}
    </Link>
  )
}

const searchAfter =
  (parameter: KeysetPosition['parameter'], after?: string | number) => (search: object) => ({
    ...search,
    [parameter]: after,
  })
