import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { counted } from '#domain/common/counted.ts'
import { timeColumn } from '#web/domain-ui/columns.tsx'
import { WhyLink } from '#web/domain-ui/why-link.tsx'
import { whyTitle } from '#web/domain-ui/why-title.ts'
import { columnsOf } from '#web/table/column-definitions.ts'
import { Button } from '#web/ui/button.tsx'
import { emptyCell } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Tag, Tags } from '#web/ui/tag.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import type { Row } from './rows.ts'
import { RunningCounts } from './running-counts.tsx'
import { useQualified, VerdictAndCause } from './verdict-cause.tsx'

/** How far back the strips of the list reach, in UTC days. */
export const stripDays = 30

/** Columns of the list of environments. */
export const environmentColumns = (does: {
  onToggle: (name: string) => void
  /** Null where nobody may change tags. */
  onTag: ((name: string) => void) | null
  strip: (row: Row) => ReactNode
}) =>
  columnsOf<Row>((column) => [
    column({
      id: 'name',
      accessorFn: ({ shown }) => shown.name,
      header: 'Environment',
      meta: { card: 'top' },
      cell: ({ row }) => <Name row={row.original} onToggle={does.onToggle} />,
    }),
    column({
      id: 'type',
      header: 'Type',
      meta: { hideOrder: 6, card: 'none' },
      cell: ({ row }) => <span className="text-muted">{row.original.shown.type}</span>,
    }),
    column({
      id: 'verdict',
      header: 'Verdict and cause',
      meta: { grows: true, card: 'rest' },
      cell: ({ row }) => <RowVerdict row={row.original} />,
    }),
    timeColumn<Row>(
      { id: 'since', header: 'Since', meta: { hideOrder: 8, card: 'end' } },
      ({ shown }) => shown.since,
    ),
    column({
      id: 'days',
      header: `Last ${stripDays} days`,
      meta: { hideOrder: 7, card: 'last' },
      cell: ({ row }) => does.strip(row.original),
    }),
    column({
      id: 'running',
      header: 'Running',
      meta: { card: 'last' },
      cell: ({ row: { original } }) => {
        const { name, running, last_reported_at } = original.shown
        if (last_reported_at === null) return emptyCell
        return <RunningCounts org={original.org} name={name} running={running} />
      },
    }),
    timeColumn<Row>(
      { id: 'last_reported_at', header: 'Reported', meta: { hideOrder: 5, card: 'none' } },
      ({ shown }) => shown.last_reported_at,
    ),
    column({
      id: 'policies',
      header: 'Policies',
      meta: { isNumber: true, hideOrder: 4, card: 'none' },
      cell: ({ row: { original } }) => <RowPolicies row={original} />,
    }),
    timeColumn<Row>(
      {
        id: 'last_changed_at',
        header: 'Changed',
        sorts: true,
        meta: { hideOrder: 3, card: 'none', isExtra: true },
      },
      ({ shown }) => shown.last_changed_at,
    ),
    column({
      id: 'tags',
      header: 'Tags',
      meta: { hideOrder: 2, card: 'none', isExtra: true },
      cell: ({ row }) => <RowTags row={row.original} onTag={does.onTag} />,
    }),
    column({
      id: 'description',
      header: 'Description',
      meta: { hideOrder: 1, card: 'none', isExtra: true, shrinksTo: 120 },
      cell: ({ row: { original } }) => (
        <span className="block truncate text-muted" title={original.shown.description}>
          {original.shown.description}
        </span>
      ),
    }),
  ])

function Name(props: { row: Row; onToggle: (name: string) => void }) {
  const { org, own, shown, isOpen } = props.row
  const { name, description } = shown
  return (
    <span className="flex min-w-0 items-center gap-2 max-md:flex-wrap">
      {own?.members && own.members.length > 0 && (
        <Button
          kind="quiet"
          size="small"
          icon
          data-row-toggle
          className="-ml-1.5 max-md:order-last max-md:-my-2.5 max-md:ml-auto"
          aria-expanded={isOpen}
          aria-label={`Members of ${name}`}
          onClick={() => props.onToggle(name)}
        >
          <Icon of={isOpen ? ChevronDown : ChevronRight} small />
        </Button>
      )}
      {!own?.members?.length && (
        <span aria-hidden="true" className="w-4.5 shrink-0 max-md:hidden" />
      )}
      <Link
        to="/$org/environments/$env"
        params={{ org, env: name }}
        data-row-link
        data-name={name}
        title={description || undefined}
        className={clsx(
          // It wraps before its end is cut, which may be all that tells it from others.
          'max-w-full shrink-0 py-1 font-medium wrap-anywhere whitespace-normal text-text hover:underline',
          !own && 'pl-5',
        )}
      >
        {name}
      </Link>
      {own?.archived_at != null && (
        <span className="shrink-0">
          <Tag>
            archived <TimeAgo at={own.archived_at} suffix />
          </Tag>
        </span>
      )}
    </span>
  )
}

function RowPolicies(props: { row: Row }) {
  const { org, own } = props.row
  if (!own) return null
  if (own.type === 'logical') return emptyCell
  const { name, policies } = own
  const names = policies.join(', ')
  return (
    <Link
      to="/$org/environments/$env/policies"
      params={{ org, env: name }}
      title={names || undefined}
      aria-label={`${counted(policies.length, 'policy', 'policies')} of ${name}${names && `: ${names}`}`}
      className={clsx('hover:underline', policies.length === 0 ? 'zero text-muted' : 'text-text')}
    >
      {policies.length}
    </Link>
  )
}

function RowVerdict({ row }: { row: Row }) {
  const { org, own, shown } = row
  const qualified = useQualified(shown, own)
  return (
    <span
      data-verdict-flow
      className="flex min-w-0 items-center gap-2 max-md:block max-md:min-w-52"
    >
      <VerdictAndCause qualified={qualified} own={own} endsAt={shown.exceptions_end_at} />
      {own && (
        <>
          <span className="md:hidden">&nbsp;&nbsp;</span>
          <WhyLink
            of="environment"
            name={whyTitle(own.name, qualified)}
            page={{ org, env: own.name }}
            inRow
            isQuiet
          />
        </>
      )}
    </span>
  )
}

function RowTags(props: { row: Row; onTag: ((name: string) => void) | null }) {
  const { onTag } = props
  const { name, tags } = props.row.shown
  if (!onTag) return <Tags tags={tags} room={24} />
  const isTagged = Object.keys(tags).length > 0
  return (
    <button
      type="button"
      title="Tag, t"
      className={clsx(
        'block min-h-6 w-full rounded-tag text-left text-meta text-muted hover:bg-hover',
        !isTagged &&
          'opacity-0 focus-visible:opacity-100 [tr:focus-within_&]:opacity-100 [tr:hover_&]:opacity-100',
      )}
      onClick={() => onTag(name)}
    >
      {isTagged ? <Tags tags={tags} room={24} /> : <span className="px-1">Add</span>}
      <span className="sr-only"> tags of {name}</span>
    </button>
  )
}
