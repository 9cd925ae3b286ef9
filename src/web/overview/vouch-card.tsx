import { type LinkProps, Link } from '@tanstack/react-router'
import type { EnvironmentVerdict } from '#contract/environment/environment.ts'
import type { Overview } from '#contract/overview/overview.ts'
import { percentOf } from '#domain/common/statistics.ts'
import { ChartCard } from '#web/chart/chart-card.tsx'
import { type FillVerdict, useVerdictFills } from '#web/domain-ui/verdict-fill.tsx'
import type { OverviewSearch } from './queries.ts'

interface Part {
  field: keyof Overview['environments']
  label: string
  filter: { verdict: EnvironmentVerdict[]; stale?: boolean }
  /** Unknown is drawn as missing is: dots. */
  fill: FillVerdict
}

const parts: readonly Part[] = [
  {
    field: 'compliant',
    label: 'Compliant',
    filter: { verdict: ['COMPLIANT'], stale: false },
    fill: 'compliant',
  },
  {
    field: 'non_compliant',
    label: 'Non-compliant',
    filter: { verdict: ['NON-COMPLIANT'] },
    fill: 'non-compliant',
  },
  { field: 'unknown', label: 'Unknown', filter: { verdict: ['UNKNOWN'] }, fill: 'missing' },
  {
    field: 'stale',
    label: 'Compliant when last heard of',
    filter: { verdict: ['COMPLIANT'], stale: true },
    fill: 'stale',
  },
]

/** Environments by verdict as one bar; what is unknown has its own part of it. */
export function VouchCard(props: { org: string; search: OverviewSearch; overview: Overview }) {
  const { environments, running } = props.overview
  const { fills, definitions } = useVerdictFills()
  const total = parts.reduce((sum, { field }) => sum + environments[field], 0)
  const told = parts.filter(({ field }) => field !== 'stale' || environments.stale > 0)
  const listOf = (filter: Part['filter']): LinkProps => ({
    to: '/$org/environments',
    params: { org: props.org },
    search: {
      ...(environments.stale > 0 ? filter : { verdict: filter.verdict }),
      ...(props.search.tag?.length && { tag: props.search.tag }),
    },
  })
  const shown = parts.filter(({ field }) => environments[field] > 0)
  return (
    <ChartCard
      question="For how much can we vouch?"
      answer={`${environments.compliant} of ${total} environments, ${percentOf(environments.compliant, total)} %. Now.`}
      head={['Verdict', 'Environments', 'Running artifacts']}
      rows={told.map(({ field, label }) => [label, environments[field], running[field]])}
    >
      <div className="px-4 pt-1 pb-3">
        <div className="flex h-8 gap-0.5" aria-hidden="true">
          {shown.map(({ field, filter, fill }) => (
            <Link
              key={field}
              {...listOf(filter)}
              tabIndex={-1}
              style={{ flexGrow: environments[field] }}
              className="min-w-2 basis-0"
            >
              <svg width="100%" height="100%" className="block">
                {definitions}
                <rect width="100%" height="100%" fill={fills[fill]} />
              </svg>
            </Link>
          ))}
        </div>
        <p className="mt-2 flex flex-wrap gap-x-4 text-meta">
          {told.map(({ field, label, filter, fill }) => (
            <Link
              key={field}
              {...listOf(filter)}
              className="inline-flex items-center gap-1.5 text-muted no-underline hover:underline max-md:min-h-11"
            >
              <svg width="12" height="12" aria-hidden="true">
                {definitions}
                <rect width="12" height="12" fill={fills[fill]} />
              </svg>
              {environments[field]} {label.toLowerCase()}
            </Link>
          ))}
        </p>
      </div>
    </ChartCard>
  )
}
