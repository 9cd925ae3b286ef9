import { Link } from '@tanstack/react-router'
import type { LoggedEvent } from '#contract/event/event.ts'
import {
  commitColumn,
  fingerprintColumn,
  personColumn,
  trailColumn,
} from '#web/domain-ui/columns.tsx'
import { snapshotColumn } from '#web/domain-ui/snapshot-link.tsx'
import { VerdictFlip } from '#web/domain-ui/verdict-flip.tsx'
import { verdictOfRunning, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { VerdictWhy } from '#web/domain-ui/why-link.tsx'
import { type Columns, columnsOf } from '#web/table/column-definitions.ts'
import { TimeStamp } from '#web/ui/time.tsx'
import { kindOfEvent } from './event-labels.ts'
import { WhatAndWhere } from './what-and-where.tsx'

/**
 * Columns of a log; the event that is cited is marked.
 * @param registry where most of the images are kept, which is said elsewhere
 * @param isOfOne environment, so that rows need not say where
 */
export function eventColumns(
  org: string,
  cited: string | undefined,
  registry: string | null,
  isOfOne: boolean,
): Columns<LoggedEvent> {
  return columnsOf<LoggedEvent>((column) => [
    column({
      id: 'time',
      header: 'UTC',
      cell: ({ row }) => <EventTime event={row.original} isCited={row.id === cited} />,
    }),
    column({
      id: 'kind',
      header: 'Event',
      meta: { hideOrder: 4 },
      cell: ({ row: { original } }) => (
        <span className={original.flip ? 'font-medium text-text' : ''}>
          {kindOfEvent(original)}
        </span>
      ),
    }),
    column({
      id: 'artifact',
      header: isOfOne ? 'What' : 'What and where',
      meta: { grows: true, card: 'top' },
      cell: ({ row }) => (
        <WhatAndWhere org={org} event={row.original} registry={registry} isOfOne={isOfOne} />
      ),
    }),
    fingerprintColumn<LoggedEvent>(
      org,
      ({ fingerprint, flow_name, silence }) => ({
        value: silence ? null : fingerprint,
        flow: flow_name,
      }),
      { isExtra: true },
    ),
    trailColumn<LoggedEvent>(
      org,
      ({ flow_name, trail_name, silence }) =>
        silence ? null : { flow: flow_name, trail: trail_name },
      { hideOrder: 1, card: 'none' },
    ),
    commitColumn<LoggedEvent>(
      ({ git_commit, commit_url, code_diff, commit_author }) => ({
        sha1: git_commit,
        url: code_diff ?? commit_url,
        author: commit_author,
      }),
      { isExtra: true, card: 'none' },
    ),
    // Whose doing it was: of new evidence or rules who gave them, of an artifact who wrote the commit.
    personColumn<LoggedEvent>(
      { id: 'by', header: 'By', meta: { hideOrder: 2 } },
      ({ cause, commit_author }) => (cause ? cause.by : commit_author),
    ),
    column({
      id: 'verdict',
      header: 'Verdict',
      meta: { card: 'below' },
      cell: ({ row }) => <EventVerdict org={org} event={row.original} />,
    }),
    snapshotColumn<LoggedEvent>(org, { hideOrder: 3 }),
  ])
}

/** Its verdict in that snapshot, or that of the environment where it made it flip. */
function EventVerdict(props: { org: string; event: LoggedEvent }) {
  const {
    compliant,
    qualifiers,
    now,
    fingerprint,
    artifact_name,
    environment_name,
    snapshot_index,
    flip,
  } = props.event
  const page = { org: props.org, env: environment_name, snapshot: String(snapshot_index) }
  if (flip) {
    const [from, to] = [flip.from, flip.to].map(({ state, qualifiers, is_stale }) => ({
      verdict: verdictOfRunning(state),
      qualifiers,
      isStale: is_stale,
    })) as [Evaluated, Evaluated]
    return (
      <VerdictFlip from={from} to={to}>
        {to.verdict === 'compliant' || to.isStale ? (
          <VerdictLabel {...to} />
        ) : (
          <VerdictWhy {...to} of="environment" subject={environment_name} page={page} />
        )}
      </VerdictFlip>
    )
  }
  const stands = { verdict: verdictOfRunning(compliant), qualifiers: qualifiers ?? undefined }
  // Of what exited nothing is recorded there.
  if (now === 0) return <VerdictLabel {...stands} />
  return (
    <VerdictWhy {...stands} of={fingerprint || artifact_name} subject={artifact_name} page={page} />
  )
}

type Evaluated = {
  verdict: ReturnType<typeof verdictOfRunning>
  qualifiers: NonNullable<LoggedEvent['flip']>['to']['qualifiers']
  isStale: boolean
}

/** The time of an event leads to the event's own address. */
function EventTime(props: { event: LoggedEvent; isCited: boolean }) {
  const { event, isCited } = props
  return (
    <Link
      to="."
      search={(search: object) => ({ ...search, event_id: event.event_id })}
      resetScroll={false}
      replace
      data-event={event.event_id}
      data-cited={isCited || undefined}
      aria-current={isCited || undefined}
      title="Link to this event"
      className="text-muted hover:underline data-cited:font-medium data-cited:text-text"
    >
      <TimeStamp at={event.recorded_at} form="minute" />
    </Link>
  )
}
