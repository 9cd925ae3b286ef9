import { useCallback, useState } from 'react'
import type { EnvironmentSummary } from '#contract/environment/environment-list.ts'
import { useShortcuts } from '#web/ui/shortcuts.ts'

/** A row of the list: an environment, or a member below the logical one that was opened. */
export interface Row {
  id: string
  org: string
  /** Fields that both have. */
  shown: NonNullable<EnvironmentSummary['members']>[number]
  /** The environment itself; null for a member. */
  own: EnvironmentSummary | null
  isOpen: boolean
}

/** The rows of a page, with the members of those that are open. */
export function rowsOf(page: readonly EnvironmentSummary[], open: ReadonlySet<string>): Row[] {
  return page.flatMap((own) => {
    const { org, name, members } = own
    const isOpen = open.has(name)
    const below = (isOpen && members) || []
    return [
      { id: name, org, shown: own, own, isOpen },
      // No environment has a space in its name.
      ...below.map((shown) => ({ id: `${name} ${shown.name}`, org, shown, own: null, isOpen })),
    ]
  })
}

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
    {
      key: 'ArrowRight',
      label: 'Show the members of this row',
      isOfRow: true,
      run: () => press('false'),
    },
    {
      key: 'ArrowLeft',
      label: 'Hide the members of this row',
      isOfRow: true,
      run: () => press('true'),
    },
  ])
  return { openRows, toggle }
}

/** Presses the button of the row that has the focus, where it is in this state. */
function press(expanded: 'true' | 'false') {
  const row = document.activeElement?.closest('tr')
  row?.querySelector<HTMLElement>(`[data-row-toggle][aria-expanded=${expanded}]`)?.click()
}
