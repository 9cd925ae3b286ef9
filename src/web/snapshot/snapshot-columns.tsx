import { Link } from '@tanstack/react-router'
import type { SnapshotRow } from '#contract/snapshot/snapshot-page.ts'
import { trailColumn } from '#web/domain-ui/columns.tsx'
import { VerdictFlip } from '#web/domain-ui/verdict-flip.tsx'
import { useStale } from '#web/domain-ui/use-stale.ts'
import { verdictOfRunning } from '#web/domain-ui/verdict.tsx'
import { VerdictWhy } from '#web/domain-ui/why-link.tsx'
import { columnsOf } from '#web/table/column-definitions.ts'
import { durationOf } from '#web/ui/time-text.ts'
import { TimeStamp } from '#web/ui/time.tsx'
import type { EnvironmentScope } from './artifact-columns.tsx'
import { WhatChanged } from './what-changed.tsx'

/** An environment, with when the newest of its snapshots becomes stale. */
type Reporting = EnvironmentScope & { staleAt: number | null }

/**
 * Columns of the list of snapshots.
 * @param registry where most of the images are kept, which is said elsewhere
 */
export function snapshotColumns({ org, env, staleAt }: Reporting, registry: string | null) {
  return columnsOf<SnapshotRow>((column) => [
    column({
      id: 'from',
      header: 'UTC',
      cell: ({ row: { original } }) => (
        <span className="text-muted">
          <TimeStamp at={original.from} form="minute" />
        </span>
      ),
    }),
    column({
      id: 'what',
      header: 'What changed',
      meta: { grows: true, card: 'top' },
      cell: ({ row: { original } }) => (
        <WhatChanged org={org} env={env} snapshot={original} registry={registry} />
      ),
    }),
    trailColumn<SnapshotRow>(org, trailOf, { hideOrder: 1, card: 'none' }),
    column({
      id: 'verdict',
      header: 'Verdict',
      meta: { card: 'below' },
      cell: ({ row: { original } }) => (
        <Verdict org={org} env={env} staleAt={staleAt} snapshot={original} />
      ),
    }),
    column({
      id: 'running',
      header: 'Running',
      meta: { isNumber: true, hideOrder: 2, card: 'none' },
      cell: ({ row: { original } }) => (
        <span className={original.running_count === 0 ? 'text-muted' : ''}>
          {original.running_count}
        </span>
      ),
    }),
    column({
      id: 'duration',
      header: 'Lasted',
      meta: { isNumber: true, hideOrder: 3 },
      cell: ({ row: { original } }) => (
        <>
          {durationOf(original.duration)}
          {original.to === null && ' so far'}
        </>
      ),
    }),
    column({
      id: 'index',
      header: 'Snapshot',
      meta: { isNumber: true, hideOrder: 4, card: 'end' },
      cell: ({ row: { original } }) => (
        <Link
          to="/$org/environments/$env/snapshots/$snapshot"
          params={{ org, env, snapshot: String(original.index) }}
          className="text-text hover:underline"
        >
          #{original.index}
        </Link>
      ),
    }),
  ])
}

/** How the artifact that is named was built; of another cause nothing is to be said. */
function trailOf({ cause, changes: [first] }: SnapshotRow) {
  if (cause !== null || !first) return null
  return { flow: first.flow_name, trail: first.trail_name }
}

function Verdict(props: Reporting & { snapshot: SnapshotRow }) {
  const { org, env, snapshot } = props
  const staleAt = snapshot.to === null ? props.staleAt : null
  const isStale = useStale(staleAt)
  const { index, state, qualifiers, flipped_from: before } = snapshot
  const verdict = verdictOfRunning(state)
  const why = (
    <VerdictWhy
      verdict={verdict}
      qualifiers={qualifiers}
      of="environment"
      subject={`snapshot #${index}`}
      page={{ org, env, snapshot: String(index) }}
      staleAt={staleAt}
    />
  )
  if (!before) return why
  const from = { verdict: verdictOfRunning(before.state), qualifiers: before.qualifiers }
  return (
    <VerdictFlip from={from} to={{ verdict, isStale }}>
      {why}
    </VerdictFlip>
  )
}
