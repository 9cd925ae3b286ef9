import { useCallback, useState } from 'react'
import { useShortcuts } from '../ui/shortcuts.ts'

/** Which logical environments show their members: pressed, or by the arrow keys on their row. */
export function useOpenRows() {
  const [openRows, setOpen] = useState<ReadonlySet<string>>(new Set())
  // The same function every time: columns that hold it stay, and with them the focus in a cell.
  const toggle = useCallback((name: string) => {
    setOpen((before) => {
      const after = new Set(before)
      if (!after.delete(name)) after.add(name)
      return after
    })
  }, [])
  useShortcuts([
    { key: 'ArrowRight', label: 'Show the members of this row', run: () => press('false') },
    { key: 'ArrowLeft', label: 'Hide the members of this row', run: () => press('true') },
  ])
  return { openRows, toggle }
}

/** Presses the button of the row that has the focus, where it is in this state. */
function press(expanded: 'true' | 'false') {
  const row = document.activeElement?.closest('tr')
  row?.querySelector<HTMLElement>(`[data-row-toggle][aria-expanded=${expanded}]`)?.click()
}
