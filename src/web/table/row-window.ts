import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefCallback, type RefObject, useLayoutEffect, useState } from 'react'

/** Drawn rows of a long table. */
export interface DrawnRows {
  /** Rows in their order; `gap` is the height of what is left out before one, in pixels. */
  rows: readonly { index: number; gap: number }[]
  /** Height of what is left out at the end, in pixels. */
  rest: number
  /** Follows the height of a row that is drawn. */
  measure?: RefCallback<HTMLTableRowElement>
}

/** Rows above and below the screen that are drawn already. */
const overscan = 10

/**
 * Returns the rows of a long table that are drawn: those on the screen or near it, the one with the
 * focus and its neighbours. It shows nothing itself.
 */
export default function RowWindow(props: {
  table: RefObject<HTMLTableElement | null>
  count: number
  /** A row that stays the same when others come before it. */
  keyOf: (index: number) => string
  /** Height of a row until it was measured, in pixels. */
  estimate: number
  /** The row with the focus; -1 for none. */
  focused: number
  onChange: (drawn: DrawnRows) => void
}) {
  const { count, focused, onChange } = props
  const scrollMargin = useTopOfRows(props.table)
  // oxlint-disable-next-line react/incompatible-library -- read in this render only
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    estimateSize: () => props.estimate,
    getItemKey: props.keyOf,
    overscan,
    scrollMargin,
    rangeExtractor: (range) => {
      const held = focused < 0 ? [] : [focused - 1, focused, focused + 1]
      const all = [...defaultRangeExtractor(range), ...held]
      const inside = all.filter((index) => index >= 0 && index < count)
      return [...new Set(inside)].sort((a, b) => a - b)
    },
  })
  const rows: { index: number; gap: number }[] = []
  let end = scrollMargin
  for (const item of virtualizer.getVirtualItems()) {
    rows.push({ index: item.index, gap: item.start - end })
    end = item.end
  }
  const rest = virtualizer.getTotalSize() + scrollMargin - end
  const layout = rows.map(({ index, gap }) => `${index}+${gap}`).join(' ')
  useLayoutEffect(
    () => onChange({ rows, rest, measure: virtualizer.measureElement }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `layout` says what is in `rows`
    [layout, rest, onChange],
  )
  return null
}

/** Pixels from the top of the page to the first row, followed. */
function useTopOfRows(table: RefObject<HTMLTableElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const look = () => {
      const own = table.current
      if (own?.tHead)
        setTop(Math.round(own.getBoundingClientRect().top + scrollY + own.tHead.offsetHeight))
    }
    look()
    // Content above may grow.
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [table])
  return top
}
