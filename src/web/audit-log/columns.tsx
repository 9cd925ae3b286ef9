import { Link } from '@tanstack/react-router'
import type { AuditItem } from '#contract/audit-log/audit-log.ts'
import { rowOf } from '#web/domain-ui/drawer-steps.ts'
import { type Columns, columnsOf } from '#web/table/column-definitions.ts'
import { TimeStamp } from '#web/ui/time.tsx'
import { ObjectLink, Outcome, shownValue } from './entry-parts.tsx'
import { kindLabels } from './kind-labels.ts'

/** Columns of the audit log. */
export function auditColumns(org: string): Columns<AuditItem> {
  return columnsOf<AuditItem>((column) => [
    column({
      id: 'time',
      header: 'Time, UTC',
      cell: ({ row }) => <EntryTime entry={row.original} />,
    }),
    column({
      id: 'actor',
      header: 'Actor',
      meta: { hideOrder: 4, card: 'end', remarkMinWidth: 112 },
      cell: ({ row }) => <ActorName entry={row.original} />,
    }),
    column({
      id: 'action',
      header: 'Action',
      meta: { card: 'top' },
      cell: ({ row }) => <Action entry={row.original} />,
    }),
    column({
      id: 'object',
      header: 'Object',
      meta: { grows: true, card: 'below' },
      cell: ({ row }) => <ObjectLink org={org} entry={row.original} />,
    }),
    column({
      id: 'result',
      header: 'Result',
      meta: { hideOrder: 2, card: 'last' },
      cell: ({ row }) => <Outcome result={row.original.result} />,
    }),
    column({
      id: 'address',
      header: 'Address',
      meta: { hideOrder: 1, card: 'last' },
      cell: ({ row }) => row.original.address,
    }),
    column({
      id: 'change',
      header: 'Before → after',
      meta: { hideOrder: 3, shrinksTo: 120, grows: true, card: 'below' },
      cell: ({ row }) => <Changes entry={row.original} />,
    }),
  ])
}

/** The time of an entry opens it. */
function EntryTime(props: { entry: AuditItem }) {
  const { id, recorded_at } = props.entry
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, entry: id })}
      resetScroll={false}
      data-row-link
      {...rowOf(id)}
      title="Open this entry"
      className="text-text hover:underline"
    >
      <TimeStamp at={recorded_at} form="time" />
    </Link>
  )
}

function ActorName(props: { entry: AuditItem }) {
  const { actor, key_label, is_service_account } = props.entry
  const whose = is_service_account ? `${actor}, a service account` : actor
  return (
    <span title={key_label === null ? whose : `${whose}, by the key ${key_label}`}>
      {actor}
      {is_service_account && <span className="text-muted"> · service account</span>}
      {key_label !== null && (
        <span data-spare className="text-muted">
          {' '}
          · {key_label}
        </span>
      )}
    </span>
  )
}

function Action(props: { entry: AuditItem }) {
  const { action, times } = props.entry
  return (
    <span title={kindLabels[action]}>
      {kindLabels[action]}
      {times > 1 && <span className="text-muted">, {times} more times</span>}
    </span>
  )
}

function Changes(props: { entry: AuditItem }) {
  const { changes, change_count } = props.entry
  if (changes.length === 0) return null
  const more = change_count - changes.length
  return (
    // Positioned, so that what is for screen readers only is cut off with the rest of a long text.
    <span className="relative max-md:wrap-anywhere max-md:whitespace-normal">
      {changes.map(({ field, before, after }, index) => (
        <span key={field}>
          {index > 0 && <span className="text-muted">; </span>}
          <span className="text-muted">{field}:</span> {shownValue(field, before)}{' '}
          <span aria-hidden="true">→</span>
          <span className="sr-only">became</span> {shownValue(field, after)}
        </span>
      ))}
      {more > 0 && <span className="text-muted">, {more} more</span>}
    </span>
  )
}
