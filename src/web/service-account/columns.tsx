import type { KeyState } from '#contract/api-key/api-key.ts'
import type { ServiceAccountSummary } from '#contract/service-account/service-account.ts'
import { roleLabels } from '#web/domain-ui/role.tsx'
import { createdByColumn, timeColumn } from '#web/domain-ui/columns.tsx'
import { recordColumn } from '#web/domain-ui/record-column.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { emptyCell } from '#web/ui/empty.tsx'
import { Tag } from '#web/ui/tag.tsx'
import { dayOf, isoOf } from '#web/ui/time-text.ts'
import { useNow } from '#web/ui/time.tsx'

/** Columns of the list of service accounts. */
export const accountColumns = (org: string, stateLabels: Record<KeyState, string>) =>
  columnsOf<ServiceAccountSummary>((column) => [
    recordColumn<ServiceAccountSummary>(
      { id: 'name', header: 'Service account', sorts: true },
      ({ name, description }) => ({
        name,
        page: { to: '/$org/settings/service-accounts/$name', params: { org, name } },
        note: description,
      }),
    ),
    column({
      id: 'role',
      header: 'Role',
      cell: ({ row: { original } }) => roleLabels[original.privilege].label,
    }),
    createdByColumn<ServiceAccountSummary>(),
    column({
      id: 'keys',
      header: 'Keys',
      meta: { card: 'below' },
      cell: ({ row: { original } }) => <Keys of={original} labels={stateLabels} />,
    }),
    timeColumn<ServiceAccountSummary>(
      { id: 'last_used_at', header: 'Last used', sorts: true, meta: { card: 'end' } },
      ({ last_used_at }) => last_used_at,
    ),
    column({
      id: 'next_expiry_at',
      accessorFn: ({ next_expiry_at }) => next_expiry_at,
      header: 'Next expiry',
      meta: { isNumber: true, hideOrder: 1, card: 'none' },
      cell: ({ row: { original } }) =>
        original.next_expiry_at === null ? emptyCell : <Day at={original.next_expiry_at} />,
    }),
  ])

/** How many keys work, and the states that ask for something. */
function Keys(props: { of: ServiceAccountSummary; labels: Record<KeyState, string> }) {
  const { key_count, key_states } = props.of
  const notable = key_states.filter((state) => state !== 'active')
  if (key_count === 0 && notable.length === 0) return <span className="text-muted">No key</span>
  return (
    <span className="inline-flex max-w-full items-center gap-1.5 max-md:flex-wrap">
      {key_count}
      <span className="md:hidden">{key_count === 1 ? 'key' : 'keys'}</span>
      {notable.map((state) => (
        <Tag key={state}>{props.labels[state]}</Tag>
      ))}
    </span>
  )
}

function Day(props: { at: number }) {
  return <time dateTime={isoOf(props.at)}>{dayOf(props.at, useNow())}</time>
}
