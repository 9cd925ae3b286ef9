import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { backtestNotification } from '#contract/notification/draft.ts'
import type { Trigger } from '#contract/notification/notification-types.ts'
import { QualifiedMark } from '#web/domain-ui/qualified-mark.tsx'
import type { Verdict } from '#web/domain-ui/verdict.tsx'
import { Button } from '#web/ui/button.tsx'
import { TimeStamp } from '#web/ui/time.tsx'

/** Something that a rule would have told. */
export type Fired = ResponseOf<typeof backtestNotification>['events'][number]

const shown = 10

/** Verdicts that a trigger leads to; of the others there is none. */
const verdictAfter: Partial<Record<Trigger, Verdict>> = {
  ON_NON_COMPLIANT_ENV: 'non-compliant',
  ON_COMPLIANT_ENV: 'compliant',
}

/** Events that a rule would tell, newest first, merged ones marked. */
export function FiredEvents(props: {
  org: string
  events: readonly Fired[]
  more: number
  /** The one whose message is shown. */
  picked: Fired | null
  onPick: (event: Fired | null) => void
}) {
  const { org, events, picked } = props
  const key = JSON.stringify(picked)
  const [isAll, setAll] = useState(false)
  const listed = isAll ? events : events.slice(0, shown)
  if (events.length === 0) {
    return <p className="px-4 py-3 text-table text-muted">No such event happened.</p>
  }
  return (
    <>
      <ul aria-label="What would have been told, newest first" className="px-4 py-1">
        {listed.map((event, index) => (
          <li
            key={index}
            className="grid grid-cols-[6.75rem_minmax(0,1fr)_auto] items-start gap-x-2 py-1.5 text-table"
          >
            <span className="text-meta leading-5 text-muted">
              <TimeStamp at={event.at} form="moment" />
            </span>
            <span className="min-w-0 wrap-anywhere">
              <FiredWhere org={org} event={event} />
              <button
                type="button"
                title="Show the message of it"
                className="block w-full text-left text-meta text-muted hover:underline aria-pressed:font-medium aria-pressed:text-text max-md:min-h-11"
                aria-pressed={JSON.stringify(event) === key}
                onClick={() => props.onPick(JSON.stringify(event) === key ? null : event)}
              >
                {event.description}
                {event.is_merged && ' · flap, merged'}
              </button>
            </span>
            <Mark event={event} />
          </li>
        ))}
      </ul>
      {events.length > listed.length && (
        <p className="px-2 pb-2">
          <Button kind="quiet" size="small" onClick={() => setAll(true)}>
            Show {events.length - listed.length} more
          </Button>
        </p>
      )}
      {props.more > 0 && isAll && (
        <p className="px-4 pb-2 text-meta text-muted">and {props.more} older ones</p>
      )}
    </>
  )
}

function FiredWhere({ org, event }: { org: string; event: Fired }) {
  const { environment, snapshot_index: index } = event
  const className = 'font-medium text-text hover:underline'
  if (index === null) {
    return (
      <Link to="/$org/environments/$env" params={{ org, env: environment }} className={className}>
        {environment}
      </Link>
    )
  }
  return (
    <Link
      to="/$org/environments/$env/snapshots/$snapshot"
      params={{ org, env: environment, snapshot: String(index) }}
      className={className}
    >
      {environment}
    </Link>
  )
}

/** Of a verdict that does not stand alone, the description says the rest. */
function Mark({ event: { trigger, qualifiers } }: { event: Fired }) {
  const verdict = verdictAfter[trigger]
  return verdict ? (
    <span className="pt-0.5">
      <QualifiedMark verdict={verdict} {...(qualifiers && { qualifiers })} />
    </span>
  ) : (
    <span />
  )
}
