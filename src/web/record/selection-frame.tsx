import { type ReactNode, useEffect } from 'react'
import type { KeysetPagination, Pagination } from '#contract/common/pagination.ts'
import { formatTotal } from '#domain/common/counted.ts'
import { announce } from '#web/ui/announcer.tsx'
import { Button } from '#web/ui/button.tsx'
import { handsOnFocus } from '#web/ui/hand-on-focus.ts'

/** How many rows are selected and what can be done with them, over the page so that nothing moves. */
export function SelectionFrame(props: {
  count: number
  /** Of the list that they are chosen from. */
  pagination?: Pagination | KeysetPagination
  /** Why the person signed in may do none of it, or null. */
  refusal: string | null
  onClear: () => void
  children: ReactNode
}) {
  const { count, pagination, onClear } = props
  const of = pagination ? matchingText(pagination) : ''
  useEffect(() => announce(`${count} selected${of}`), [count, of])
  return (
    <section
      ref={toTable}
      aria-label="Selection"
      className="fixed bottom-6 left-1/2 z-20 flex -translate-x-1/2 items-center gap-2 rounded-card border border-line bg-raised py-2 pr-2 pl-4 text-table shadow-float max-md:hidden"
    >
      <span className="mr-2 whitespace-nowrap">
        <span className="font-medium">{count}</span> selected{of}
      </span>
      {props.refusal && <span className="text-meta text-muted">{props.refusal}</span>}
      {props.children}
      <Button
        kind="quiet"
        onClick={() => {
          onClear()
          announce('None selected')
        }}
      >
        Clear
      </Button>
    </section>
  )
}

/** All that match, where further pages have some of them: " of 312 that match". */
function matchingText(pagination: Pagination | KeysetPagination): string {
  const { total, per_page } = pagination
  if (total <= per_page) return ''
  const isExceeded = 'is_total_exceeded' in pagination && pagination.is_total_exceeded
  return ` of ${formatTotal(total, isExceeded)} that match`
}

const toTable = (bar: HTMLElement | null) => handsOnFocus(bar, 'tr[data-index] [tabindex="0"]')
