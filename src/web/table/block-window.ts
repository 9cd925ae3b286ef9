import { type RefObject, useEffect, useState } from 'react'
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
const margin = 240
/** Height of a row until one was measured. */
const defaultRowHeight = 36

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

/** Heights of what was drawn, which tell those of what was not. */
class Heights {
  readonly #ofBlocks = new Map<string, number>()
  #ofRow = defaultRowHeight
  readonly #observer = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries) {
      const { block = '', rows } = (target as HTMLElement).dataset
      if (contentRect.height === 0) continue
      this.#ofBlocks.set(block, contentRect.height)
      this.#ofRow = contentRect.height / Number(rows)
    }
  })

  of({ key, rowCount }: Block): number {
    return this.#ofBlocks.get(key) ?? rowCount * this.#ofRow
  }

  /** Follows the height of a block that is drawn; what it returns ends that. */
  readonly measure = (body: HTMLTableSectionElement) => {
    this.#observer.observe(body)
    return () => this.#observer.unobserve(body)
  }
}

/** Follows the screen over a table in blocks. @returns what to draw, and how high is what is not */
export function useBlockWindow(table: RefObject<HTMLTableElement | null>, blocks: Block[]) {
  const [heights] = useState(() => new Heights())
  const [shown, setShown] = useState<Shown>({ first: 0, last: 5, focused: -1 })
  const isPrinting = usePrinting()

  useEffect(() => {
    const look = () => {
      const head = table.current?.tHead
      if (!table.current || !head) return
      const top = table.current.getBoundingClientRect().top + head.offsetHeight
      const tall = blocks.map((block) => heights.of(block))
      const near = blocksOnScreen(tall, top, innerHeight)
      const held = document.activeElement?.closest<HTMLElement>('[data-block]')
      const isOurs = held && table.current.contains(held)
      const focused = isOurs ? blocks.findIndex(({ key }) => key === held.dataset['block']) : -1
      setShown((old) =>
        old.first === near.first && old.last === near.last && old.focused === focused
          ? old
          : { ...near, focused },
      )
    }
    const frame = requestAnimationFrame(look)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    document.addEventListener('focusin', look)
    return () => {
      cancelAnimationFrame(frame)
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
      document.removeEventListener('focusin', look)
    }
  }, [table, blocks, heights])

  const isShown = (index: number) =>
    isPrinting ||
    (index >= shown.first && index <= shown.last) ||
    // With its neighbours, so that the next key finds the next row, wherever the screen is.
    (shown.focused >= 0 && Math.abs(index - shown.focused) <= 1)
  return { isShown, heights }
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
