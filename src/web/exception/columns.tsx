import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { RegisteredException } from '#contract/exception/exception.ts'
import { counted } from '#domain/common/counted.ts'
import { inForceStates } from '#domain/override/override-states.ts'
import { OfArchivedFlow } from '#web/domain-ui/archived-flow-mark.tsx'
import { ImageName } from '#web/domain-ui/fingerprint.tsx'
import { exceptionNames, kindLabels, pageOf, scopeOf } from '#web/domain-ui/exception.ts'
import { stateLabels } from '#web/domain-ui/override-state-labels.ts'
import { ticketOf } from '#web/domain-ui/ticket.ts'
import { columnsOf } from '#web/table/column-definitions.ts'
import { Breakable } from '#web/ui/breakable.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { emptyCell } from '#web/ui/empty.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { DayStamp, TimeAgo, TimeLeft } from '#web/ui/time.tsx'
import { RelyingNow } from './relying-now.tsx'

/** Columns of the register: who excepted what, why, until when, and what relies on it. */
export const exceptionColumns = (org: string) =>
  columnsOf<RegisteredException>((column) => [
    column({
      id: 'what',
      header: 'What',
      meta: { card: 'top', shrinksTo: 180 },
      cell: ({ row: { original } }) => <What org={org} exception={original} />,
    }),
    column({
      id: 'why',
      header: 'Why',
      meta: { shrinksTo: 300, grows: true, card: 'below' },
      cell: ({ row: { original } }) => <Why exception={original} />,
    }),
    column({
      id: 'by',
      header: 'By',
      meta: { hideOrder: 1, card: 'last', cardLabel: 'By' },
      cell: ({ row: { original } }) => (
        <Two below={<TimeAgo at={original.created_at} suffix />}>{original.created_by}</Two>
      ),
    }),
    column({
      id: 'expires_at',
      accessorFn: ({ expires_at }) => expires_at,
      header: 'Ends',
      meta: { card: 'last', cardLabel: 'Ends', shrinksTo: 100 },
      cell: ({ row: { original } }) => <Ends exception={original} />,
    }),
    column({
      id: 'approved',
      header: 'Approved by',
      meta: { hideOrder: 3, card: 'last' },
      cell: ({ row: { original } }) => <Approved org={org} exception={original} />,
    }),
    column({
      id: 'reviewed',
      header: 'Reviewed',
      meta: { hideOrder: 2, card: 'last', cardLabel: 'Reviewed' },
      cell: ({ row: { original } }) => <Reviewed exception={original} />,
    }),
    column({
      id: 'relies',
      header: 'Relies on it now',
      meta: { shrinksTo: 120, card: 'below', cardLabel: 'Relies on it now:' },
      cell: ({ row: { original } }) => <RelyingNow org={org} exception={original} />,
    }),
  ])

/** A line, and below it what is said of it. */
function Two(props: { children: ReactNode; below?: ReactNode }) {
  return (
    <span className="block py-2 max-md:py-0">
      <span className="block whitespace-normal">{props.children}</span>
      {props.below && <span className="block text-meta text-muted">{props.below}</span>}
    </span>
  )
}

/** Patterns of one condition that are told. */
const maxNames = 3

function What({ org, exception }: { org: string; exception: RegisteredException }) {
  const { label, icon } = kindLabels[exception.kind]
  const all = exceptionNames(exception)
  const names = all.slice(0, maxNames)
  const more = all.length - names.length
  return (
    <span className="block py-2 whitespace-normal max-md:py-0">
      <Link
        {...pageOf(org, exception)}
        data-row-link
        title={exception.name}
        className="block font-medium wrap-anywhere text-text hover:underline"
      >
        {exception.kind === 'allow_list' ? (
          <ImageName name={exception.name} />
        ) : (
          names.map((name) => (
            <span key={name} className="block">
              <Breakable name={name} />
            </span>
          ))
        )}
      </Link>
      {more > 0 && <span className="block text-meta text-muted">and {more} more patterns</span>}
      <span className="flex flex-wrap items-center gap-x-1.5 text-meta text-muted">
        <Icon of={icon} small />
        <OfArchivedFlow row={exception}>
          <span>{label}</span>
        </OfArchivedFlow>
        <span className="wrap-anywhere">{scopeOf(exception)}</span>
      </span>
    </span>
  )
}

function Why({ exception }: { exception: RegisteredException }) {
  const { kind, reason, policy, state, expires_at } = exception
  const ticket = ticketOf(exception)
  const without = kind === 'snooze' ? 'Hidden from one person’s queue' : 'No reason was given'
  return (
    <span className="block min-w-48 py-2 whitespace-normal max-md:py-0">
      <span className={reason ? 'block wrap-anywhere' : 'block text-muted'}>
        {reason || without}
      </span>
      <span className="flex flex-wrap gap-x-1.5 text-meta text-muted">
        {ticket && (
          <SafeLink
            href={ticket.href}
            className="text-accent hover:underline max-md:-my-3 max-md:py-3"
          >
            {ticket.label}
          </SafeLink>
        )}
        {policy && reason && <span>comment of the version that added it</span>}
        {state === 'requested' && expires_at !== null && (
          <span>
            requested until <DayStamp at={expires_at} />
          </span>
        )}
      </span>
    </span>
  )
}

/** "restored by jonas.okoye", or "expired" of what ended by itself. */
const endText = (state: RegisteredException['state'], by: string | null) =>
  `${stateLabels[state].toLowerCase()}${by === null || state === 'expired' ? '' : ` by ${by}`}`

function Ends({ exception }: { exception: RegisteredException }) {
  const { kind, state, expires_at, ended_at, ended_by, expires_after_days: days } = exception
  if (kind === 'policy') return <Two>with the policy</Two>
  if (kind === 'snooze') return <Two>with the next change</Two>
  if (days !== null) return <Two below="after approval">{counted(days, 'day')}</Two>
  if (ended_at !== null) {
    return (
      <Two below={endText(state, ended_by)}>
        <DayStamp at={ended_at} />
      </Two>
    )
  }
  const replaced = state === 'replaced' && 'replaced'
  if (expires_at === null) {
    return replaced ? <Two below={replaced}>no end</Two> : <b className="font-semibold">no end</b>
  }
  const isAhead = inForceStates.includes(state)
  return (
    <Two
      below={
        isAhead ? (
          <>
            in <TimeLeft until={expires_at} />
          </>
        ) : (
          replaced
        )
      }
    >
      <DayStamp at={expires_at} />
    </Two>
  )
}

function Approved({ org, exception }: { org: string; exception: RegisteredException }) {
  const { kind, name, state, approved_by } = exception
  if (state === 'requested') {
    return (
      <Link
        {...pageOf(org, exception)}
        aria-label={`Decide on the request for ${name}`}
        className={buttonClass({ size: 'small' })}
      >
        Decide
      </Link>
    )
  }
  const labelled = <span className="md:hidden">Approved </span>
  if (approved_by !== null) {
    return (
      <>
        {labelled}
        {approved_by}
      </>
    )
  }
  return (
    <span className="text-muted">
      {labelled}
      {kind === 'snooze' && 'needs none'}
      {kind !== 'snooze' &&
        (inForceStates.includes(state) ? 'not asked for' : stateLabels[state].toLowerCase())}
    </span>
  )
}

function Reviewed({ exception: { kind, review, state } }: { exception: RegisteredException }) {
  if (review) {
    return (
      <Two below={review.outcome ?? 'looked at'}>
        <DayStamp at={review.at} />
      </Two>
    )
  }
  if (kind === 'snooze') return <span className="text-muted">needs none</span>
  if (!inForceStates.includes(state)) return emptyCell
  return <b className="font-semibold">never</b>
}
