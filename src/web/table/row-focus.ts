import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'

const focusable = ':is(a[href], button, input):not(:disabled)'

/** Rows that a key moves by. */
const steps: Record<string, (index: number, last: number) => number> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + 10,
  PageUp: (index) => index - 10,
  Home: () => 0,
  End: (_index, last) => last,
}

/** The button of a row that shows rows below it; its own keys are left and right. */
const toggles: Record<string, string> = {
  ArrowRight: '[data-row-toggle][aria-expanded=false]',
  ArrowLeft: '[data-row-toggle][aria-expanded=true]',
}

/**
 * Makes the rows of a table one tab stop: up and down, Page, Home and End keys move between rows,
 * left and right between the links of a row. They stay links, in the order that screen readers read.
 * @param hold draws a row that is to get the focus
 */
export function useRowFocus(
  table: RefObject<HTMLTableElement | null>,
  count: number,
  hold: (index: number) => void = () => {},
) {
  /** Of the row that the tab stop is in, and of its control there. */
  const focused = useRef({ row: 0, control: 0 })

  const setOneTabStop = () => {
    // All are looked at before one is changed: each look after a change would lay out anew.
    const rows = rowsOf(table.current)
      .map((row) => ({ index: indexOf(row), controls: controlsOf(row) }))
      .filter(({ controls }) => controls.length > 0)
    const stop = rows.find(({ index }) => index === focused.current.row) ?? rows[0]
    for (const row of rows) {
      const { controls } = row
      const own = row === stop ? Math.min(focused.current.control, controls.length - 1) : -1
      for (const [at, control] of controls.entries()) control.tabIndex = at === own ? 0 : -1
    }
  }
  // After the paint: which controls are seen is known once the page is laid out.
  useEffect(setOneTabStop)

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const row = target.closest<HTMLElement>('tr[data-index]')
    if (!row) return
    const index = indexOf(row)
    const control = Math.max(0, controlsOf(row).indexOf(target))
    if (index === focused.current.row && control === focused.current.control) return
    focused.current = { row: index, control }
    setOneTabStop()
    hold(index)
  }

  /** Focuses a row; where there is nothing to press, the next beyond it, else the last before it. */
  const moveTo = (from: number, to: number, control: number) => {
    const by = to < from ? -1 : 1
    const focusAt = (index: number) => {
      flushSync(() => hold(index))
      const row = rowsOf(table.current).find((one) => indexOf(one) === index)
      const controls = row ? controlsOf(row) : []
      const next = controls[Math.min(control, controls.length - 1)]
      next?.focus()
      return next !== undefined
    }
    for (let index = to; index >= 0 && index < count; index += by) if (focusAt(index)) return
    for (let index = to - by; by * (index - from) > 0; index -= by) if (focusAt(index)) return
  }

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    const row = target.closest<HTMLElement>('tr[data-index]')
    if (!row || event.defaultPrevented) return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    const toggle = toggles[event.key]
    if (toggle && target.matches('[data-row-link]') && row.querySelector(toggle)) return
    const controls = controlsOf(row)
    const at = controls.indexOf(target)
    const step = steps[event.key]
    if (step) {
      const from = indexOf(row)
      moveTo(from, Math.max(0, Math.min(step(from, count - 1), count - 1)), at)
    } else if (event.key === 'ArrowLeft') controls[at - 1]?.focus()
    else if (event.key === 'ArrowRight') lastOfGroup(controls[at + 1], target)?.focus()
    else return
    event.preventDefault()
  }

  return { onFocus, onKeyDown }
}

const indexOf = (row: HTMLElement) => Number(row.dataset['index'])

const rowsOf = (table: HTMLElement | null) => [
  ...(table?.querySelectorAll<HTMLElement>('tr[data-index]') ?? []),
]

const controlsOf = (row: HTMLElement) =>
  [...row.querySelectorAll<HTMLElement>(focusable)].filter((one) => one.checkVisibility())

/** A group that is entered begins at its last part: the newest stands there, and what follows is near. */
function lastOfGroup(next: HTMLElement | undefined, from: HTMLElement): HTMLElement | undefined {
  const group = next?.closest('[role=group]')
  if (!group || group.contains(from)) return next
  return [...group.querySelectorAll<HTMLElement>(focusable)].at(-1)
}
