import type { RefObject } from 'react'
import { useShortcuts } from '#web/ui/shortcuts.ts'

/**
 * Walks the rows of a table with j and k: the focus goes to each row's `data-row-link`. Where rows
 * can be selected, x selects the one that has the focus.
 */
export function useRowKeys(body: RefObject<HTMLElement | null>, canSelect = false): void {
  useShortcuts([
    { key: 'j', label: 'Next row', isOfRow: true, run: () => step(body.current, 1) },
    { key: 'k', label: 'Previous row', isOfRow: true, run: () => step(body.current, -1) },
    ...(canSelect ? [{ key: 'x', label: 'Select row', isOfRow: true, run: select }] : []),
  ])
}

function step(body: HTMLElement | null, by: 1 | -1) {
  const links = [...(body?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement))
  const next = at === -1 && by === -1 ? links.length - 1 : at + by
  links[Math.max(0, Math.min(next, links.length - 1))]?.focus()
}

function select() {
  const row = document.activeElement?.closest('tr')
  row?.querySelector<HTMLElement>('[data-row-select]')?.click()
}
