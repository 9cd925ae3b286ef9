import { useState } from 'react'
import { DataTable } from '#web/table/data-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { useDrawnParts } from '#web/ui/use-drawn-parts.ts'
import { useIsPhone } from '#web/ui/use-media-query.ts'
import { attentionColumns } from './attention-columns.tsx'
import type { QueueRow } from './queue-row.ts'
import type { Snooze } from './use-snooze.ts'

/** Rows that a long queue begins with: what stands below it is in reach. */
const first = 15
/** So many are shown at once: a button for a few more is no shorter. */
const maxShown = 20
/** So many a phone shows below what stands above the queue: they are drawn first. */
const seen = 3

/** The rows of the queue, oldest first; of a long one the first, and all once they are asked for. */
export function QueueTable({ rows, snooze }: { rows: readonly QueueRow[]; snooze: Snooze }) {
  const isBegun = useDrawnParts(1) === 0
  const isPhone = useIsPhone()
  const [isWhole, setWhole] = useState(false)
  const isLong = rows.length > maxShown
  const shown = isBegun && isPhone ? seen : isLong && !isWhole ? first : rows.length
  return (
    <>
      <DataTable
        caption="What needs attention, oldest first"
        columns={attentionColumns(snooze)}
        rows={shown < rows.length ? rows.slice(0, shown) : rows}
        rowId={({ id }) => id}
      />
      {isLong && (
        <p className="flex flex-wrap items-center justify-between gap-x-3 border-t border-line px-4 py-2 text-table text-muted">
          {isWhole ? `All ${rows.length}` : `The first ${first} of ${rows.length}`}
          <Button
            kind="quiet"
            size="small"
            aria-expanded={isWhole}
            onClick={() => setWhole(!isWhole)}
          >
            {isWhole ? `Show ${first}` : `Show all ${rows.length}`}
          </Button>
        </p>
      )}
    </>
  )
}
