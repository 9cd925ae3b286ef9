import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** A row to draw, and the height of what is left out before it. */
export interface DrawnRow {
  index: number
  /** In pixels. */
  gap: number
}

/** Up to here all rows are drawn. */
const maxDrawn = 200
/** Rows above and below the screen that are drawn already. */
const overscan = 10
/** Height of a row until it was measured, in pixels. */
const usualHeight = 36

/**
 * Which rows of a long table are drawn: those on the screen or near it, the one with the focus and
 * its neighbours; all of them for paper.
 * @param keyOf a row that stays the same when others come before it
 */
export function useVirtualRows(
  table: RefObject<HTMLTableElement | null>,
  count: number,
  keyOf: (index: number) => string,
) {
  const isWhole = usePrinting() || count <= maxDrawn
  const [focused, setFocused] = useState(-1)
  const scrollMargin = useTopOfRows(table)
  // oxlint-disable-next-line react/incompatible-library -- read in this render only
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count,
    enabled: !isWhole,
    estimateSize: () => usualHeight,
    getItemKey: keyOf,
    overscan,
    scrollMargin,
    rangeExtractor: (range) => {
      const held = focused < 0 ? [] : [focused - 1, focused, focused + 1]
      const all = [...defaultRangeExtractor(range), ...held]
      const inside = all.filter((index) => index >= 0 && index < count)
      return [...new Set(inside)].sort((a, b) => a - b)
    },
  })
  const drawn: DrawnRow[] = []
  let end = scrollMargin
  for (const item of virtualizer.getVirtualItems()) {
    drawn.push({ index: item.index, gap: item.start - end })
    end = item.end
  }
  return {
    drawn: isWhole ? Array.from({ length: count }, (_, index) => ({ index, gap: 0 })) : drawn,
    /** Height of what is left out at the end, in pixels. */
    rest: isWhole ? 0 : virtualizer.getTotalSize() + scrollMargin - end,
    /** Follows the height of a row that is drawn. */
    measure: isWhole ? undefined : virtualizer.measureElement,
    /** Keeps a row drawn while it has the focus, also beyond the screen. */
    hold: setFocused,
  }
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
    // What stands above may grow.
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [table])
  return top
}

/** Whether the page goes to paper, which wants all rows. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
