import { Link } from '@tanstack/react-router'
import type { LoggedEvent } from '#contract/event/event.ts'
import { causeLabels, whoLabels } from '#web/domain-ui/cause-labels.ts'
import { commitColumn, fingerprintColumn } from '#web/domain-ui/columns.tsx'
import { ImageName } from '#web/domain-ui/fingerprint.tsx'
import { OriginFlow } from '#web/domain-ui/origin.tsx'
import { verdictOfRunning, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { VerdictWhy } from '#web/domain-ui/why-link.tsx'
import { type Columns, columnsOf } from '#web/table/column-definitions.ts'
import { TimeStamp } from '#web/ui/time.tsx'
import { kindLabels } from './event-labels.ts'

/**
 * Columns of a log; the event that is cited is marked.
 * @param registry where most of the images are kept, which is said elsewhere
 */
export function eventColumns(
  org: string,
  cited: string | undefined,
  registry: string | null,
): Columns<LoggedEvent> {
  return columnsOf<LoggedEvent>((column) => [
    column({
      id: 'time',
      header: 'Time, UTC',
      cell: ({ row }) => <EventTime event={row.original} isCited={row.id === cited} />,
    }),
    column({
      id: 'kind',
      header: 'Event',
      cell: ({ row }) => <Kind event={row.original} />,
    }),
    column({
      id: 'artifact',
      header: 'Artifact',
      meta: { card: 'top' },
      cell: ({ row }) => <ArtifactName org={org} event={row.original} registry={registry} />,
    }),
    fingerprintColumn<LoggedEvent>(
      org,
      ({ fingerprint, flow_name }) => ({ value: fingerprint, flow: flow_name }),
      { card: 'last' },
    ),
    column({
      id: 'flow',
      header: 'Flow',
      meta: { leaves: 3, card: 'last' },
      cell: ({ row }) => (
        <OriginFlow org={org} flow={row.original.flow_name} trail={row.original.trail_name} />
      ),
    }),
    commitColumn<LoggedEvent>(
      ({ git_commit, commit_url, code_diff, commit_author }) => ({
        sha1: git_commit,
        url: code_diff ?? commit_url,
        author: commit_author,
      }),
      { card: 'last' },
    ),
    column({
      id: 'verdict',
      header: 'Verdict',
      meta: { card: 'last' },
      cell: ({ row }) => <EventVerdict org={org} event={row.original} />,
    }),
    column({
      id: 'snapshot',
      header: 'Snapshot',
      meta: { isNumber: true, card: 'last' },
      cell: ({ row }) => <SnapshotNumber org={org} event={row.original} />,
    }),
  ])
}

/** Its verdict in that snapshot; of what exited nothing is recorded there. */
function EventVerdict(props: { org: string; event: LoggedEvent }) {
  const { compliant, now, fingerprint, artifact_name, environment_name, snapshot_index } =
    props.event
  const verdict = verdictOfRunning(compliant)
  if (now === 0) return <VerdictLabel verdict={verdict} />
  const snapshot = String(snapshot_index)
  return (
    <VerdictWhy
      verdict={verdict}
      of={fingerprint || artifact_name}
      subject={artifact_name}
      place={{ org: props.org, env: environment_name, snapshot }}
    />
  )
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
      <TimeStamp at={event.recorded_at} form="time" />
    </Link>
  )
}

function Kind(props: { event: LoggedEvent }) {
  const { type, was, now, cause } = props.event
  return (
    <span
      title={
        cause
          ? `${causeLabels(cause)}, ${whoLabels(cause, cause.by)}`
          : `${was} instances before, ${now} after`
      }
    >
      {kindLabels(type)}
      {cause && (
        <span className="text-muted max-md:wrap-anywhere max-md:whitespace-normal">
          : {causeLabels(cause)}
        </span>
      )}
      {(type === 'scaled' || Math.max(was, now) > 1) && (
        <span className="text-muted">
          {' '}
          {was} → {now}
        </span>
      )}
    </span>
  )
}

function ArtifactName(props: { org: string; event: LoggedEvent; registry: string | null }) {
  const { event } = props
  return (
    <Link
      to="/$org/environments/$env/snapshots/$snapshot"
      params={{
        org: props.org,
        env: event.environment_name,
        snapshot: String(event.snapshot_index),
      }}
      data-row-link
      title={event.artifact_name}
      className="font-medium text-text wrap-anywhere hover:underline"
    >
      <ImageName name={event.artifact_name} registry={props.registry} />
    </Link>
  )
}

function SnapshotNumber(props: { org: string; event: LoggedEvent }) {
  const { environment_name: env, snapshot_index: index } = props.event
  const isFirst = index === 1
  const className = 'hover:underline'
  return isFirst ? (
    <Link
      to="/$org/environments/$env/snapshots/$snapshot"
      params={{ org: props.org, env, snapshot: String(index) }}
      className={className}
    >
      #{index}
    </Link>
  ) : (
    <Link
      to="/$org/environments/$env/diff"
      params={{ org: props.org, env }}
      search={{ base: String(index - 1), head: String(index) }}
      title={`What changed between #${index - 1} and #${index}`}
      className={className}
    >
      #{index}
    </Link>
  )
}
