import { useState } from 'react'
import { columnsOf } from '#web/table/column-definitions.ts'
import { DataTable } from '#web/table/data-table.tsx'
import { Button } from '#web/ui/button.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { useDrawnParts } from '#web/ui/use-drawn-parts.ts'
import { useIsPhone } from '#web/ui/use-media-query.ts'
import type { QueueRow } from './queue-row.ts'
import type { Snooze } from './use-snooze.ts'

/** Columns of the queue of what needs attention. */
const attentionColumns = (snooze: Snooze) =>
  columnsOf<QueueRow>((column) => [
    column({
      id: 'what',
      header: 'What',
      meta: { card: 'top' },
      cell: ({ row }) => row.original.what,
    }),
    column({
      id: 'cause',
      header: 'Cause',
      meta: { shrinksTo: 200, grows: true, card: 'under' },
      cell: ({ row }) => (
        <span className="block py-1 whitespace-normal wrap-anywhere">{row.original.cause}</span>
      ),
    }),
    column({
      id: 'since',
      header: 'Since',
      meta: { isNumber: true },
      cell: ({ row: { original } }) => original.when ?? <TimeAgo at={original.since} />,
    }),
    column({
      id: 'artifacts',
      header: 'Artifacts',
      meta: { isNumber: true, hideOrder: 1 },
      cell: ({ row }) => row.original.artifacts,
    }),
    column({
      id: 'next',
      header: 'Next step',
      meta: { card: 'end' },
      cell: ({ row: { original } }) => (
        <span className="flex items-baseline gap-1">
          {original.next}
          {original.snoozes && <SnoozeButton snooze={snooze} snoozes={original.snoozes} />}
        </span>
      ),
    }),
  ])

/** Beside the next step, so that the cause has the room of a column. */
function SnoozeButton({ snooze, snoozes }: { snooze: Snooze; snoozes: readonly string[] }) {
  return (
    <Button
      kind="quiet"
      size="small"
      className="max-md:-my-3"
      data-snooze
      disabled={snooze.isBusy}
      aria-label={`Snooze ${snoozes.join(', ')}`}
      title="Snooze for me, until it complies or something else fails (z)"
      onClick={(event) => snooze.put(snoozes, event.currentTarget)}
    >
      Snooze
    </Button>
  )
}

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
