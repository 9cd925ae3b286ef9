import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Neighbouring rows of a long table, drawn and left out together. */
export interface Block {
  key: string
  /** Rows, the heading of a group included. */
  rowCount: number
}

/** Blocks from one to another, both included, and one more that holds the focus. */
interface Shown {
  first: number
  last: number
  focused: number
}

/** Pixels above and below the screen that are drawn already. */
const margin = 400
/** Height of a row until one was measured. */
const usualRow = 36

/**
 * Which blocks of a long table are on the screen or near it. All are for paper.
 * @param heightOf of each block, in pixels
 * @param top of the first block, against the top of the screen
 */
export function blocksOnScreen(
  heights: readonly number[],
  top: number,
  screen: number,
): { first: number; last: number } {
  let y = top
  let first = -1
  let last = 0
  for (const [index, height] of heights.entries()) {
    const isNear = y + height >= -margin && y <= screen + margin
    if (isNear && first === -1) first = index
    if (isNear) last = index
    y += height
  }
  return first === -1 ? lastOnly(heights, top) : { first, last }
}

/** Beyond either end: what is nearest to the screen. */
function lastOnly(heights: readonly number[], top: number) {
  const index = top > 0 ? 0 : heights.length - 1
  return { first: index, last: index }
}

/** Follows the screen over a table in blocks. @returns what to draw, and how high is what is not */
export function useBlockWindow(table: RefObject<HTMLTableElement | null>, blocks: Block[]) {
  const [heights] = useState(() => new Map<string, number>())
  const [shown, setShown] = useState<Shown>({ first: 0, last: 5, focused: -1 })
  const [isPrinting, setPrinting] = useState(false)
  const rowHeight = useRef(usualRow)

  const heightOf = useCallback(
    ({ key, rowCount }: Block) => heights.get(key) ?? rowCount * rowHeight.current,
    [heights],
  )
  const look = useCallback(() => {
    const head = table.current?.tHead
    if (!table.current || !head) return
    const top = table.current.getBoundingClientRect().top + head.offsetHeight
    const near = blocksOnScreen(blocks.map(heightOf), top, innerHeight)
    const held = document.activeElement?.closest<HTMLElement>('[data-block]')
    const isOurs = held && table.current.contains(held)
    const focused = isOurs ? blocks.findIndex(({ key }) => key === held.dataset['block']) : -1
    setShown((old) =>
      old.first === near.first && old.last === near.last && old.focused === focused
        ? old
        : { ...near, focused },
    )
  }, [table, blocks, heightOf])

  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        for (const { target, contentRect } of entries) {
          const { block = '', rows } = (target as HTMLElement).dataset
          if (contentRect.height === 0) continue
          heights.set(block, contentRect.height)
          rowHeight.current = contentRect.height / Number(rows)
        }
      }),
  )
  const measure = useCallback(
    (body: HTMLTableSectionElement) => {
      observer.observe(body)
      return () => observer.unobserve(body)
    },
    [observer],
  )

  useEffect(() => {
    look()
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [look])
  useEffect(() => {
    const print = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', print)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', print)
      window.removeEventListener('afterprint', end)
    }
  }, [])

  const isShown = (index: number) =>
    isPrinting || (index >= shown.first && index <= shown.last) || index === shown.focused
  return { isShown, heightOf, measure }
}
