import type { Member } from '#contract/member/member.ts'
import { timeColumn } from '#web/domain-ui/columns.tsx'
import { roleLabels } from '#web/domain-ui/role.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { Button } from '#web/ui/button.tsx'
import { emptyCell } from '#web/ui/empty.tsx'
import { TimeAgo } from '#web/ui/time.tsx'

/** Columns of the list of members. */
export const memberColumns = (does: {
  refusal: string | null
  /** How many admins there are: the last one stays. */
  adminCount: number
  /** Whether one-time links sign people in. */
  hasLinks: boolean
  onInvite: (member: Member) => void
  onChange: (member: Member) => void
  onRemove: (member: Member) => void
}) =>
  columnsOf<Member>((column) => [
    column({
      id: 'name',
      accessorFn: ({ name }) => name,
      header: 'Person',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => (
        <span className="flex min-w-0 gap-2">
          <span className="max-w-full shrink-0 truncate font-medium" title={original.name}>
            {original.name}
          </span>
          <span data-spare className="min-w-0 truncate text-muted">
            {original.email}
          </span>
        </span>
      ),
    }),
    column({
      id: 'role',
      header: 'Role',
      cell: ({ row: { original } }) => roleLabels[original.role].label,
    }),
    timeColumn<Member>(
      { id: 'joined_at', header: 'Joined', meta: { hideOrder: 2, card: 'none' } },
      ({ joined_at }) => joined_at,
    ),
    column({
      id: 'last_seen_at',
      accessorFn: ({ last_seen_at }) => last_seen_at,
      sortDescFirst: true,
      header: 'Last seen',
      meta: { isNumber: true, card: 'end' },
      cell: ({ row: { original } }) =>
        original.is_invited ? (
          <span className="text-muted">Invited</span>
        ) : original.last_seen_at === null ? (
          emptyCell
        ) : (
          <>
            <span className="md:hidden">seen </span>
            <TimeAgo at={original.last_seen_at} />
          </>
        ),
    }),
    column({
      id: 'keys',
      header: 'Keys',
      meta: { isNumber: true, hideOrder: 1, card: 'none' },
      cell: ({ row: { original } }) => original.key_count ?? emptyCell,
    }),
    column({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      meta: { isNumber: true, card: 'below' },
      cell: ({ row: { original } }) => {
        const look = { kind: 'quiet', size: 'small' } as const
        const isLast = original.role === 'admin' && does.adminCount === 1
        const lastAdmin = isLast ? 'The only admin stays: give someone else that role first.' : null
        return (
          <span className="-mr-2 inline-flex gap-1 max-md:mr-0 max-md:-ml-3">
            {original.is_invited && does.hasLinks && (
              <Button
                {...look}
                refusal={does.refusal}
                aria-label={`Invite ${original.name} again`}
                onClick={() => does.onInvite(original)}
              >
                New link
              </Button>
            )}
            <Button
              {...look}
              refusal={does.refusal ?? lastAdmin}
              aria-label={`Change role of ${original.name}`}
              onClick={() => does.onChange(original)}
            >
              Change role
            </Button>
            <Button
              {...look}
              refusal={does.refusal ?? lastAdmin}
              aria-label={`Remove ${original.name}`}
              onClick={() => does.onRemove(original)}
            >
              Remove
            </Button>
          </span>
        )
      },
    }),
  ])
