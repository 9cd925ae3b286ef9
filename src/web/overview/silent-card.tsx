import { Link } from '@tanstack/react-router'
import type { Overview, SilentReporter } from '#contract/overview.ts'
import { columnsOf, DataTable } from '../table/data-table.tsx'
import { Card } from '../ui/card.tsx'
import { durationOf } from '../ui/time-text.ts'
import { TimeAgo } from '../ui/time.tsx'
import { verdictOfRunning, VerdictMark } from '../ui/verdict-mark.tsx'

const linkClass = 'text-accent no-underline hover:underline'

/** Environments whose reporter has fallen silent, the longest overdue first (product.md 3.1). */
export function SilentCard(props: { org: string; overview: Overview }) {
  const { org, overview } = props
  const { silent, silent_count: count } = overview
  if (count === 0) return null
  const remark = silent.length < count ? `${silent.length} of ${count}` : `${count}`
  return (
    <Card title="Silent reporters" remark={`${remark}, longest overdue first`}>
      <DataTable
        caption="Environments that should have reported"
        columns={columnsFor(org, overview.at)}
        rows={silent}
        rowId={(row) => row.environment_name}
      />
    </Card>
  )
}

const columnsFor = (org: string, now: number) =>
  columnsOf<SilentReporter>((column) => [
    column({
      id: 'what',
      header: 'What',
      meta: { width: 176, card: 'top' },
      cell: ({ row: { original } }) => (
        <Link
          to="/$org/environments/$env"
          params={{ org, env: original.environment_name }}
          data-row-link
          className="inline-flex max-w-full items-center gap-1.5 font-medium text-text no-underline hover:underline"
        >
          <VerdictMark verdict={verdictOfRunning(original.state)} isStale />
          <span className="truncate" title={original.environment_name}>
            {original.environment_name}
          </span>
        </Link>
      ),
    }),
    column({
      id: 'cause',
      header: 'Cause',
      meta: { card: 'below' },
      cell: ({ row: { original } }) => {
        const { member, last_reported_at: last, stale_at } = original
        const silence = durationOf(Math.max(60, now - last))
        return (
          <span className="line-clamp-2 py-1 whitespace-normal">
            {member ? `${member}: nothing` : 'Nothing'} reported for {silence}, due after{' '}
            {durationOf(stale_at - last)}
          </span>
        )
      },
    }),
    column({
      id: 'since',
      header: 'Overdue',
      meta: { width: 76, isNumber: true },
      cell: ({ row: { original } }) => <TimeAgo at={original.stale_at} />,
    }),
    column({
      id: 'artifacts',
      header: 'Artifacts',
      meta: { width: 80, isNumber: true },
      cell: ({ row: { original } }) => (
        <Link
          to="/$org/environments/$env/running"
          params={{ org, env: original.environment_name }}
          className="text-text no-underline hover:underline"
        >
          {original.running_count}
          <span className="md:hidden">
            {original.running_count === 1 ? ' artifact' : ' artifacts'}
          </span>
        </Link>
      ),
    }),
    column({
      id: 'next',
      header: 'Next step',
      meta: { width: 136, card: 'end' },
      cell: ({ row: { original } }) => (
        <Link
          to="/$org/environments/$env/snapshots"
          params={{ org, env: original.member ?? original.environment_name }}
          className={linkClass}
        >
          Last reports
        </Link>
      ),
    }),
  ])
