import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useState } from 'react'

/** A cell by its row and column, both counted from 0. */
interface GridCell {
  row: number
  column: number
}

/** Marks what takes the focus of a cell. */
export const cellAttribute = 'data-cell'

const nameOf = ({ row, column }: GridCell) => `${row}/${column}`

type Step = (at: GridCell, last: GridCell) => GridCell

const steps: Record<string, Step> = {
  ArrowLeft: ({ row, column }) => ({ row, column: column - 1 }),
  ArrowRight: ({ row, column }) => ({ row, column: column + 1 }),
  ArrowUp: ({ row, column }) => ({ row: row - 1, column }),
  ArrowDown: ({ row, column }) => ({ row: row + 1, column }),
  Home: ({ row }) => ({ row, column: 0 }),
  End: ({ row }, last) => ({ row, column: last.column }),
  PageUp: ({ row, column }) => ({ row: row - 10, column }),
  PageDown: ({ row, column }) => ({ row: row + 10, column }),
}

const farSteps: Record<string, Step> = {
  Home: () => ({ row: 0, column: 0 }),
  End: (_at, last) => last,
}

const within = (value: number, last: number) => Math.max(0, Math.min(value, last))

/** Makes a grid one tab stop, with arrows, Home, End and Page keys between its cells. */
export function useGridKeys(last: GridCell) {
  const [cell, setCell] = useState<GridCell>({ row: 0, column: 0 })
  const at = { row: within(cell.row, last.row), column: within(cell.column, last.column) }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isFar = event.ctrlKey || event.metaKey
    const to = (isFar ? farSteps : steps)[event.key]?.(at, last)
    if (!to || event.altKey || event.shiftKey) return
    event.preventDefault()
    const next = { row: within(to.row, last.row), column: within(to.column, last.column) }
    setCell(next)
    event.currentTarget.querySelector<HTMLElement>(`[${cellAttribute}="${nameOf(next)}"]`)?.focus()
  }
  return {
    onKeyDown,
    /** The column of the tab stop in a row, -1 when it is in another. */
    stopIn: (row: number) => (row === at.row ? at.column : -1),
    /** Attribute of a cell's focusable part. */
    cell: (cell: GridCell) => ({ [cellAttribute]: nameOf(cell) }),
    onFocus: (event: { target: EventTarget }) => {
      const name = (event.target as HTMLElement).getAttribute(cellAttribute)
      const [row, column] = name?.split('/').map(Number) ?? []
      if (row !== undefined && column !== undefined) setCell({ row, column })
    },
  }
}

/** Follows plain links below an element: one listener in place of a router link in each cell. */
export function useOpenInside() {
  const router = useRouter()
  return (event: MouseEvent<HTMLElement>) => {
    const href = (event.target as Element).closest('a')?.getAttribute('href')
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey
    if (!href || !isPlain || event.defaultPrevented) return
    event.preventDefault()
    void router.navigate({ href })
  }
}
