import { flushSync } from 'react-dom'

const controls =
  ':is(a[href], button, input, textarea, select, [tabindex="0"]):not(:disabled, [tabindex="-1"])'

const controlsOf = (part: ParentNode) =>
  [...part.querySelectorAll<HTMLElement>(controls)].filter((one) => one.checkVisibility())

/** Whether nothing has the focus any more: what had it is gone. */
export const isFocusLost = (): boolean => document.activeElement === document.body

/**
 * Ref of what goes away when it is pressed or left. Had it the focus, the control that `preferred`
 * selects takes it, else the next one, or a new one, of the nearest part that stays, else the last.
 */
export function handsOnFocus(leaving: HTMLElement | null, preferred?: string) {
  return () => {
    if (!leaving?.contains(document.activeElement)) return
    const page = leaving.closest('main, [role=dialog], [role=alertdialog]') ?? document.body
    const isBefore = (one: Node) =>
      (leaving.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) > 0
    const passed = new Set(controlsOf(page).filter(isBefore))
    const parts: Element[] = []
    for (let part = leaving.parentElement; part && page.contains(part); part = part.parentElement)
      parts.push(part)
    // Once all that goes with it is gone; a dialog that goes gives the focus back itself.
    queueMicrotask(() => {
      if (!page.isConnected || !isFocusLost()) return
      const part = parts.find((one) => one.isConnected && controlsOf(one).length > 0) ?? page
      const own = controlsOf(part)
      const next = own.find((one) => !passed.has(one)) ?? own.at(-1)
      const wanted = preferred ? page.querySelector<HTMLElement>(preferred) : null
      ;(wanted ?? next)?.focus()
    })
  }
}

/** Focuses the first control that a press adds to the part of the page that its button is in. */
export function focusAdded(part: Element | null, add: () => void): void {
  const had = new Set(part ? controlsOf(part) : [])
  flushSync(add)
  if (part)
    controlsOf(part)
      .find((one) => !had.has(one))
      ?.focus()
}
