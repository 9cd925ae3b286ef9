import type { KeyboardEvent } from 'react'

/** Arrows, Home and End go from mark to mark of a drawing, which is one tab stop: each mark calls it. */
export function moveFocusByArrowKeys(event: KeyboardEvent<Element>): void {
  const marks = [
    ...(event.currentTarget.closest('[role=group]')?.querySelectorAll<SVGAElement>('a') ?? []),
  ]
  const at = marks.findIndex((mark) => mark === event.currentTarget)
  const steps: Record<string, number> = {
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    Home: 0,
    End: marks.length - 1,
  }
  const to = steps[event.key]
  if (to === undefined) return
  event.preventDefault()
  marks[Math.max(0, Math.min(to, marks.length - 1))]?.focus()
}
