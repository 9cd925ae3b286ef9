import type { KeySummary } from '#contract/api-key/api-key.ts'
import { columnsOf } from '#web/table/column-definitions.ts'
import { Button } from '#web/ui/button.tsx'
import { emptyCell } from '#web/ui/empty.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { TimeAgo, useNow, TimeLeft } from '#web/ui/time.tsx'
import { endOf, isWorking, labelOf, stateLabels } from './key-labels.tsx'

/** Columns of a list of keys. */
export const keyColumns = (does: {
  /** Why nothing can be changed, or null. */
  refusal: string | null
  onRotate: (key: KeySummary) => void
  onRevoke: (key: KeySummary) => void
}) =>
  columnsOf<KeySummary>((column) => [
    column({
      id: 'label',
      header: 'Label',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => (
        <span className="flex min-w-0 items-baseline gap-2 max-md:flex-wrap">
          {original.description && (
            <span className="max-w-full shrink-0 truncate font-medium" title={original.description}>
              {original.description}
            </span>
          )}
          <span className="min-w-0 truncate font-mono text-code text-muted">
            {original.prefix ? `${original.prefix}…` : 'imported'}
          </span>
        </span>
      ),
    }),
    column({
      id: 'state',
      header: 'State',
      cell: ({ row: { original } }) => <State of={original} />,
    }),
    column({
      id: 'expires',
      header: 'Expires',
      meta: { card: 'last' },
      cell: ({ row: { original } }) => {
        if (original.state === 'revoked') return emptyCell
        const end = endOf(original)
        return end === null ? (
          <span className="text-muted">
            Never<span className="md:hidden"> expires</span>
          </span>
        ) : (
          <span className="max-md:before:content-['Expires_']">
            <TimeAgoOrDate at={end} />
          </span>
        )
      },
    }),
    column({
      id: 'last_used',
      header: 'Last used',
      meta: { hideOrder: 2, card: 'last' },
      cell: ({ row: { original } }) =>
        original.last_used_at === null ? (
          <span className="text-muted">Never used</span>
        ) : (
          <span>
            <TimeAgo at={original.last_used_at} suffix />
            {original.last_address && (
              <span className="text-muted"> from {original.last_address}</span>
            )}
          </span>
        ),
    }),
    column({
      id: 'created',
      header: 'Created',
      meta: { hideOrder: 1, card: 'none' },
      cell: ({ row: { original } }) => (
        <span className="block truncate text-muted">
          <TimeAgo at={original.created_at} suffix />
          {original.created_by && ` by ${original.created_by}`}
        </span>
      ),
    }),
    column({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { isNumber: true, card: 'last' },
      cell: ({ row: { original } }) => {
        if (!isWorking(original)) return emptyCell
        const look = { kind: 'quiet', size: 'small' } as const
        return (
          <span className="-mr-2 inline-flex gap-1 max-md:mr-0">
            {original.state !== 'rotating' && (
              <Button
                {...look}
                refusal={does.refusal}
                aria-label={`Rotate ${labelOf(original)}`}
                onClick={() => does.onRotate(original)}
              >
                Rotate
              </Button>
            )}
            <Button
              {...look}
              refusal={does.refusal}
              aria-label={`Revoke ${labelOf(original)}`}
              onClick={() => does.onRevoke(original)}
            >
              Revoke
            </Button>
          </span>
        )
      },
    }),
  ])

/** The state in a word; of a key that was rotated, how long it still works. */
function State(props: { of: KeySummary }) {
  const { state, grace_ends_at } = props.of
  if (state === 'rotating' && grace_ends_at !== null) {
    return (
      <span>
        Rotating, <TimeLeft until={grace_ends_at} /> left
      </span>
    )
  }
  if (state === 'active') return <span>{stateLabels.active}</span>
  return isWorking(props.of) ? (
    <span className="font-medium">{stateLabels[state]}</span>
  ) : (
    <Tag>{stateLabels[state]}</Tag>
  )
}

/** A day to come, or how long ago it was. */
function TimeAgoOrDate(props: { at: number }) {
  const isPast = props.at <= useNow()
  return isPast ? (
    <TimeAgo at={props.at} suffix />
  ) : (
    <span>
      in <TimeLeft until={props.at} />
    </span>
  )
}
