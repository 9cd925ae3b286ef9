import { columnsOf } from '#web/table/column-definitions.ts'
import { Button } from '#web/ui/button.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import type { QueueRow } from './queue-row.ts'
import type { Snooze } from './use-snooze.ts'

/** Columns of the queue of what needs attention. */
export const attentionColumns = (snooze: Snooze) =>
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
