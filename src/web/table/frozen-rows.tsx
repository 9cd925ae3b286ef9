import { ArrowUp } from 'lucide-react'
import { useState, useEffect } from 'react'
import { announce } from '#web/ui/announcer.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** Rows as they stand on the screen, and how they differ from what the service now says. */
export interface FrozenRows<Row> {
  rows: Row[]
  /** Changes: "3 new"; null when the list is as the service says. */
  waiting: string | null
  /** Shows the list as the service now says. */
  release: () => void
}

/**
 * Keeps a list still under the cursor. Rows that are shown take on their new content in place;
 * new, gone and moved ones wait until asked for. A new `scope` (other filter or page) starts over,
 * and so does the end of its first reading: until then rows may be those of an earlier visit.
 */
export function useFrozenRows<Row>(
  fresh: Row[],
  rowId: (row: Row) => string,
  scope: string,
  isReading = false,
): FrozenRows<Row> {
  const [held, setHeld] = useState({ scope, rows: fresh, isFirst: isReading })
  if (held.scope !== scope || (held.isFirst && !isReading)) {
    setHeld({ scope, rows: fresh, isFirst: isReading })
    return { rows: fresh, waiting: null, release: () => {} }
  }
  // An empty list has nothing that could jump, and one that became empty nothing to keep.
  const isEmpty = held.rows.length === 0 || fresh.length === 0
  const shown = isEmpty ? fresh : merged(held.rows, fresh, rowId)
  if (isEmpty && held.rows.length !== fresh.length) setHeld({ scope, rows: fresh, isFirst: false })
  return {
    rows: shown,
    waiting: difference(shown.map(rowId), fresh.map(rowId)),
    // Another scope than any: also what is read after this was made.
    release: () => setHeld({ scope: '', rows: [], isFirst: false }),
  }
}

function merged<Row>(shown: Row[], fresh: Row[], rowId: (row: Row) => string): Row[] {
  const byId = new Map(fresh.map((row) => [rowId(row), row]))
  return shown.map((row) => byId.get(rowId(row)) ?? row)
}

/** How a fresh list differs from the shown one, in words. */
export function difference(shown: readonly string[], fresh: readonly string[]): string | null {
  const here = new Set(shown)
  const there = new Set(fresh)
  const added = fresh.filter((id) => !here.has(id)).length
  if (added > 0) return `${added} new`
  const gone = shown.filter((id) => !there.has(id)).length
  if (gone > 0) return `${gone} changed`
  return shown.every((id, index) => id === fresh[index]) ? null : 'New order'
}

/** "6 new": what waits so that nothing jumps under the cursor. */
export function ShowNewRowsButton(props: { waiting: string | null; onRelease: () => void }) {
  const { waiting } = props
  useEffect(() => {
    if (waiting) announce(`${waiting}, waiting`)
  }, [waiting])
  if (!waiting) return null
  return (
    <button
      type="button"
      onClick={props.onRelease}
      className="inline-flex h-6 items-center gap-1.5 rounded-full bg-accent-tint px-2 text-meta font-medium text-accent hover:underline max-md:fixed max-md:bottom-4 max-md:left-1/2 max-md:z-20 max-md:h-11 max-md:-translate-x-1/2 max-md:px-4 max-md:shadow-float"
    >
      <Icon of={ArrowUp} small />
      {waiting}
    </button>
  )
}
