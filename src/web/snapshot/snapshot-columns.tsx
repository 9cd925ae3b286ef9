import { Link } from '@tanstack/react-router'
import type { SnapshotSummary } from '#contract/snapshot/snapshot-page.ts'
import { causeLabels, whoLabels } from '#web/domain-ui/cause-labels.ts'
import { verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { VerdictWhy } from '#web/domain-ui/why-link.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { durationOf } from '#web/ui/time-text.ts'
import { TimeStamp } from '#web/ui/time.tsx'
import type { EnvironmentScope } from './artifact-columns.tsx'

/** Columns of the list of snapshots. */
export function snapshotColumns({ org, env }: EnvironmentScope) {
  return columnsOf<SnapshotSummary>((column) => [
    column({
      id: 'index',
      header: 'Snapshot',
      meta: { card: 'top' },
      cell: ({ row: { original } }) => (
        <Link
          to="/$org/environments/$env/snapshots/$snapshot"
          params={{ org, env, snapshot: String(original.index) }}
          data-row-link
          className="font-medium text-text hover:underline"
        >
          #{original.index}
        </Link>
      ),
    }),
    column({
      id: 'verdict',
      header: 'Verdict',
      cell: ({ row: { original } }) => (
        <VerdictWhy
          verdict={verdictOfRunning(original.state)}
          qualifiers={original.qualifiers}
          of="environment"
          subject={`snapshot #${original.index}`}
          place={{ org, env, snapshot: String(original.index) }}
        />
      ),
    }),
    column({
      id: 'from',
      header: 'Begin, UTC',
      meta: { card: 'below' },
      cell: ({ row: { original } }) => (
        <span>
          <TimeStamp at={original.from} form="moment" />
          <span className="md:hidden">
            {' '}
            to <End snapshot={original} />
          </span>
        </span>
      ),
    }),
    column({
      id: 'to',
      header: 'End, UTC',
      meta: { leaves: 3, card: 'none' },
      cell: ({ row: { original } }) => <End snapshot={original} />,
    }),
    column({
      id: 'cause',
      header: 'Cause',
      meta: { shrinksTo: 160, grows: true, card: 'last' },
      cell: ({ row: { original } }) => (
        <span
          className="max-md:wrap-anywhere max-md:whitespace-normal"
          title={`${causeLabels(original.cause)}, ${whoLabels(original.cause, original.reported_by)}`}
        >
          {causeLabels(original.cause)}{' '}
          <span className="text-muted">{whoLabels(original.cause, original.reported_by)}</span>
        </span>
      ),
    }),
    column({
      id: 'duration',
      header: 'Duration',
      meta: { isNumber: true, leaves: 4, card: 'end' },
      cell: ({ row: { original } }) => durationOf(original.duration),
    }),
    column({
      id: 'running',
      header: 'Running',
      meta: { isNumber: true, leaves: 1, card: 'none' },
      cell: ({ row: { original } }) => <Figure value={original.running_count} />,
    }),
    column({
      id: 'started',
      header: 'Started',
      meta: { isNumber: true, card: 'last' },
      cell: ({ row: { original } }) => <Changed {...{ org, env, original }} what="started" />,
    }),
    column({
      id: 'exited',
      header: 'Exited',
      meta: { isNumber: true, card: 'last' },
      cell: ({ row: { original } }) => <Changed {...{ org, env, original }} what="exited" />,
    }),
    column({
      id: 'changed',
      header: 'Changed',
      meta: { isNumber: true, leaves: 2, card: 'last' },
      cell: ({ row: { original } }) => <Changed {...{ org, env, original }} what="changed" />,
    }),
  ])
}

function End(props: { snapshot: SnapshotSummary }) {
  const { to } = props.snapshot
  return to === null ? 'now' : <TimeStamp at={to} form="moment" />
}

function Figure(props: { value: number }) {
  return <span className={props.value === 0 ? 'text-muted' : ''}>{props.value}</span>
}

/** A number of changes leads to them. */
function Changed(
  props: EnvironmentScope & { original: SnapshotSummary; what: 'started' | 'exited' | 'changed' },
) {
  const { org, env, original, what } = props
  const count = original[`${what}_count`]
  if (count === 0) return <span className="zero text-muted">0</span>
  return (
    <Link
      to="/$org/environments/$env/snapshots/$snapshot"
      params={{ org, env, snapshot: String(original.index) }}
      search={{ show: 'changed' }}
      aria-label={`${count} ${what} in snapshot ${original.index}`}
      className="text-text hover:underline"
    >
      {count} <span className="text-muted md:hidden">{what}</span>
    </Link>
  )
}
