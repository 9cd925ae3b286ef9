import type { DeliverySummary } from '#contract/notification/delivery.ts'
import { timeColumn } from '#web/domain-ui/columns.tsx'
import { targetLabels } from '#web/notification/labels.ts'
import { columnsOf } from '#web/table/column-definitions.ts'
import { emptyCell } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { TimeLeft } from '#web/ui/time.tsx'
import { Answer } from './answer.tsx'
import { kindLabels, StateLabel, deliveryTitle } from './delivery-labels.tsx'

/** Columns of the log of deliveries. */
export const deliveryColumns = (onOpen: (id: string) => void) =>
  columnsOf<DeliverySummary>((column) => [
    column({
      id: 'told',
      header: 'Message',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => (
        <span className="flex min-w-0 items-center gap-2">
          <button
            type="button"
            data-row-link
            className="min-w-0 truncate font-medium hover:underline max-md:min-h-11"
            title={deliveryTitle(original)}
            onClick={() => onOpen(original.delivery_id)}
          >
            {deliveryTitle(original)}
          </button>
          {original.kind !== 'test' && kindLabels[original.kind] && (
            <Tag>{kindLabels[original.kind]}</Tag>
          )}
        </span>
      ),
    }),
    column({
      id: 'target',
      header: 'Target',
      meta: { hideOrder: 4 },
      cell: ({ row: { original } }) => <Target of={original.target} />,
    }),
    column({
      id: 'state',
      header: 'State',
      cell: ({ row: { original } }) => <StateLabel of={original} />,
    }),
    column({
      id: 'answer',
      header: 'Last answer',
      meta: { hideOrder: 3, card: 'below' },
      cell: ({ row: { original } }) => <LastAnswer of={original} />,
    }),
    column({
      id: 'attempts',
      header: 'Attempts',
      meta: { isNumber: true, hideOrder: 1, card: 'none' },
      cell: ({ row: { original } }) =>
        original.attempt_count === 0 ? emptyCell : original.attempt_count,
    }),
    column({
      id: 'next',
      header: 'Next try in',
      meta: { isNumber: true, hideOrder: 2, card: 'last' },
      cell: ({ row: { original } }) =>
        original.next_at === null ? (
          emptyCell
        ) : (
          <>
            <span className="md:hidden">next try in </span>
            <TimeLeft until={original.next_at} over="now" />
          </>
        ),
    }),
    timeColumn<DeliverySummary>(
      { id: 'created', header: 'When', meta: { card: 'end' } },
      ({ created_at }) => created_at,
    ),
  ])

function Target({ of: { type, label, is_removed } }: { of: DeliverySummary['target'] }) {
  return (
    <span className="flex min-w-0 items-center gap-1.5" title={label}>
      <Icon of={targetLabels[type].icon} small className="shrink-0 text-muted" />
      <span className="min-w-0 truncate">{label}</span>
      {is_removed && <Tag>removed</Tag>}
    </span>
  )
}

function LastAnswer({ of: { last_attempt: last, state, target } }: { of: DeliverySummary }) {
  if (last === null) return emptyCell
  return (
    <span title={last.error ?? last.response ?? undefined}>
      <Answer
        isShort
        type={target.type}
        status={last.status}
        error={last.error}
        isDelivered={state === 'delivered'}
      />
    </span>
  )
}
