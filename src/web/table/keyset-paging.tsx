import { Link, useRouter } from '@tanstack/react-router'
import type { KeysetPagination } from '#contract/common/pagination.ts'
import { counted } from '#domain/common/counted.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useShortcuts } from '#web/ui/shortcuts.ts'
import { type FootProps, PageFoot } from './paging.tsx'

/**
 * Foot of a list whose pages begin after a row: how many rows, of how many, in which order, and the
 * ways to the first and to the next page. Which page it is, it does not know.
 */
export function KeysetPaging(
  props: FootProps & { pagination: KeysetPagination; rowCount: number; isFirst: boolean },
) {
  const { pagination, rowCount, isFirst, ...foot } = props
  const { total, is_total_exceeded, per_page, next } = pagination
  const router = useRouter()
  const turn = (after: string | undefined) => () =>
    void router.navigate({ to: '.', search: searchAfter(after) as never })
  useShortcuts([
    ...(isFirst ? [] : [{ key: '[', label: 'First page', run: turn(undefined) }]),
    ...(next === null ? [] : [{ key: ']', label: 'Next page', run: turn(next) }]),
  ])
  return (
    <PageFoot
      {...foot}
      perPage={per_page}
      rows={counted(rowCount, 'row')}
      total={is_total_exceeded ? `more than ${total}` : String(total)}
      links={
        (!isFirst || next !== null) && (
          <>
            {!isFirst && <CursorLink label="First page" />}
            {next !== null && <CursorLink label="Next" after={next} />}
          </>
        )
      }
    />
  )
}

/** After the last row: says so, and offers the first. */
export function PastTheLast() {
  return (
    <p className="px-4 py-8 text-center text-table text-muted">
      Nothing follows here.{' '}
      <Link to="." search={searchAfter(undefined)} className="text-accent hover:underline">
        Go to the first page
      </Link>
    </p>
  )
}

function CursorLink(props: { label: string; after?: string }) {
  return (
    <Link to="." search={searchAfter(props.after)} className={buttonClass({ size: 'small' })}>
      {props.label}
    </Link>
  )
}

const searchAfter = (after: string | undefined) => (search: object) => ({
  ...search,
  page_after: after,
})
