import { Link } from '@tanstack/react-router'
import type { LoggedEvent } from '#contract/event/event.ts'
import { authorName } from '#domain/trail/artifact-evidence.ts'
import { causeLabels, whoLabels } from '#web/domain-ui/cause-labels.ts'
import { CommitHash, ImageName } from '#web/domain-ui/fingerprint.tsx'
import { OriginFingerprint, OriginFlow } from '#web/domain-ui/origin.tsx'
import { verdictOfRunning, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { VerdictWhy } from '#web/domain-ui/why-link.tsx'
import { type Columns, columnsOf } from '#web/table/data-table.tsx'
import { SafeLink } from '#web/ui/safe-link.tsx'
import { TimeStamp } from '#web/ui/time.tsx'
import { kindLabels } from './event-labels.ts'

/** Columns of a log; the event that is cited is marked. */
export function eventColumns(org: string, cited: string | undefined): Columns<LoggedEvent> {
  return columnsOf<LoggedEvent>((column) => [
    column({
      id: 'time',
      header: 'Time, UTC',
      meta: { width: 104 },
      cell: ({ row }) => <EventTime event={row.original} isCited={row.id === cited} />,
    }),
    column({
      id: 'kind',
      header: 'Event',
      meta: { width: 216 },
      cell: ({ row }) => <Kind event={row.original} />,
    }),
    column({
      id: 'artifact',
      header: 'Artifact',
      meta: { card: 'top' },
      cell: ({ row }) => <ArtifactName org={org} event={row.original} />,
    }),
    column({
      id: 'fingerprint',
      header: 'Fingerprint',
      meta: { width: 140, leavesBelow: 'narrow' },
      cell: ({ row }) => (
        <OriginFingerprint
          org={org}
          flow={row.original.flow_name}
          value={row.original.fingerprint}
        />
      ),
    }),
    column({
      id: 'flow',
      header: 'Flow',
      meta: { width: 148, leavesBelow: 'medium', card: 'last' },
      cell: ({ row }) => (
        <OriginFlow org={org} flow={row.original.flow_name} trail={row.original.trail_name} />
      ),
    }),
    column({
      id: 'commit',
      header: 'Commit',
      meta: { width: 152, card: 'last' },
      cell: ({ row }) => <Commit event={row.original} />,
    }),
    column({
      id: 'verdict',
      header: 'Verdict',
      meta: { width: 176, card: 'last' },
      cell: ({ row }) => <EventVerdict org={org} event={row.original} />,
    }),
    column({
      id: 'snapshot',
      header: 'Snapshot',
      meta: { width: 88, isNumber: true, card: 'last' },
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

function ArtifactName(props: { org: string; event: LoggedEvent }) {
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
      <ImageName name={event.artifact_name} />
    </Link>
  )
}

function Commit(props: { event: LoggedEvent }) {
  const { git_commit: commit, commit_url, commit_author: author, code_diff } = props.event
  if (!commit) return null
  const hash = <CommitHash sha1={commit} />
  const href = code_diff ?? commit_url
  return (
    <span className="inline-flex max-w-full items-baseline gap-1.5 align-bottom">
      {href ? (
        <SafeLink href={href} className="shrink-0 text-inherit hover:underline">
          {hash}
        </SafeLink>
      ) : (
        hash
      )}
      {author && (
        <span className="truncate text-muted" title={author}>
          {authorName(author) || author}
        </span>
      )}
    </span>
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
