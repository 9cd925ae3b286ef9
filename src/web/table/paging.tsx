import { Link, useRouter } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Pagination } from '#contract/common/pagination.ts'
import { formatCount } from '#domain/common/counted.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Select } from '#web/ui/select.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'

const defaultPageSizes = [50, 100]

/** Text after a total: "flows", "flow matches". */
export function countText(total: number, thing: string, isNarrowed: boolean): string {
  const plural = total === 1 ? thing : `${thing.replace(/y$/, 'ie')}s`
  return isNarrowed ? `${plural} ${total === 1 ? 'matches' : 'match'}` : plural
}

/** How many rows there are, among the facts of a page: "12 flows", "1 flow matches". */
export function RowCount(props: { total: number; thing: string; isNarrowed: boolean }) {
  const { total, thing, isNarrowed } = props
  return (
    <span>
      <span className="font-medium text-text">{formatCount(total)}</span>
      {countText(total, thing, isNarrowed)}
    </span>
  )
}

/** Common props of the feet of lists. */
export interface FootProps {
  /** "sorted by name", "newest first". */
  order: string
  /** Rows per page where the URL says nothing. */
  defaultSize: number
  sizes?: readonly number[]
  onSize: (perPage: number | undefined) => void
}

/** The first and the last row of a page. */
export function rangeOf({ page, per_page }: Pagination, rowCount: number): [number, number] {
  const first = (page - 1) * per_page + 1
  return [first, first + rowCount - 1]
}

/** Foot of a list: range, total, order, how many per page, and the way to the next. */
export function Paging(
  props: FootProps & {
    pagination: Pagination
    /** How many rows are shown: new ones may wait, and gone ones still stand there. */
    rowCount: number
  },
) {
  const { pagination, rowCount, order, ...size } = props
  const { page, per_page, page_count } = pagination
  const [first, last] = rangeOf(pagination, rowCount)
  const total = Math.max(pagination.total, last)
  usePageKeys(pagination)
  return (
    <PageFoot
      rows={`${formatCount(first)}–${formatCount(last)}`}
      total={formatCount(total)}
      order={order}
      links={
        page_count > 1 && (
          <>
            <PageLink label="Previous" page={page - 1} isOff={page <= 1} />
            <PageLink label="Next" page={page + 1} isOff={page >= page_count} />
          </>
        )
      }
    >
      <PageSize perPage={per_page} {...size} />
    </PageFoot>
  )
}

/** The foot of a list: which rows of how many, in which order, how many per page, other pages. */
export function PageFoot(props: {
  /** "1–25", "50 rows". */
  rows: string
  /** How many there are, where that is known. */
  total?: string | undefined
  /** In which order, and what else is to be said of them: "newest first". */
  order: string
  /** Ways to other rows. */
  links: ReactNode
  /** How many there are per page. */
  children?: ReactNode
}) {
  const { rows, total, order, links } = props
  return (
    <nav
      aria-label="Pages"
      className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line px-4 py-1 text-meta text-muted"
    >
      <p className={clsx('flex-1', links && 'max-md:basis-full')}>
        <span className="font-medium text-text">{rows}</span>
        {total && ` of ${total}`}, {order}
      </p>
      {props.children}
      {links && <span className="flex gap-2 print:hidden">{links}</span>}
    </nav>
  )
}

/** Chooses how many rows a page of a list has. */
export function PageSize(props: { perPage: number } & Omit<FootProps, 'order'>) {
  const { perPage, defaultSize, sizes = defaultPageSizes, onSize } = props
  const choices = [...new Set([defaultSize, ...sizes, perPage])].sort((a, b) => a - b)
  return (
    <Select
      aria-label="Rows per page"
      look="plain"
      value={String(perPage)}
      options={choices.map((size) => ({ value: String(size), label: `${size} per page` }))}
      onChange={(value) => onSize(Number(value) === defaultSize ? undefined : Number(value))}
    />
  )
}

/** `[` and `]` turn the page, where there is one to turn to. */
function usePageKeys({ page, page_count }: Pagination) {
  const router = useRouter()
  const turn = (to: number) => () => void router.navigate({ to: '.', search: pageSearch(to) })
  useShortcuts([
    ...(page > 1 ? [{ key: '[', label: 'Previous page', run: turn(page - 1) }] : []),
    ...(page < page_count ? [{ key: ']', label: 'Next page', run: turn(page + 1) }] : []),
  ])
}

/** After the last page: says so, and offers it. */
export function PastTheEnd(props: { pagination: Pagination }) {
  const { page, page_count } = props.pagination
  return (
    <Empty>
      There is no page {page}.{' '}
      <Link to="." search={pageSearch(page_count)} className="text-accent hover:underline">
        Go to page {page_count}, the last
      </Link>
    </Empty>
  )
}

function PageLink(props: { label: string; page: number; isOff: boolean }) {
  const look = buttonClass({ size: 'small' })
  if (props.isOff) {
    return (
      <span className={`${look} opacity-55`} aria-disabled="true" role="link">
        {props.label}
      </span>
    )
  }
  return (
    <Link to="." search={pageSearch(props.page)} className={look}>
      {props.label}
    </Link>
  )
}

function pageSearch(page: number) {
  return (search: object) => ({ ...search, page: page > 1 ? page : undefined })
}
