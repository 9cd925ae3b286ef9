import { Link } from '@tanstack/react-router'
import type { EnvironmentVerdict } from '#contract/environment-list.ts'
import type { Overview } from '#contract/overview.ts'
import { percentOf } from '#domain/share.ts'
import { ChartCard } from '../chart/chart-card.tsx'
import { type FillVerdict, useVerdictFills } from '../chart/verdict-fill.tsx'
import { type Verdict, verdicts } from '../ui/verdict-mark.tsx'
import type { OverviewSearch } from './queries.ts'

interface Part {
  field: keyof Overview['environments']
  verdict: Verdict
  filter: EnvironmentVerdict
  /** Unknown is drawn as missing is: dots. */
  fill: FillVerdict
}

const parts: readonly Part[] = [
  { field: 'compliant', verdict: 'compliant', filter: 'COMPLIANT', fill: 'compliant' },
  {
    field: 'non_compliant',
    verdict: 'non-compliant',
    filter: 'NON-COMPLIANT',
    fill: 'non-compliant',
  },
  { field: 'unknown', verdict: 'unknown', filter: 'UNKNOWN', fill: 'missing' },
]

/** Environments by verdict as one bar; what is unknown has its own part of it. */
export function VouchCard(props: { org: string; search: OverviewSearch; overview: Overview }) {
  const { environments, running } = props.overview
  const { fills, definitions } = useVerdictFills()
  const total = parts.reduce((sum, { field }) => sum + environments[field], 0)
  const shown = parts.filter(({ field }) => environments[field] > 0)
  return (
    <ChartCard
      question="For how much can we vouch?"
      answer={`${environments.compliant} of ${total} environments, ${percentOf(environments.compliant, total)} %. Now.`}
      head={['Verdict', 'Environments', 'Running artifacts']}
      rows={parts.map(({ field, verdict }) => [
        verdicts[verdict].label,
        environments[field],
        running[field],
      ])}
    >
      <div className="px-4 pt-1 pb-4">
        <div className="flex h-8 gap-0.5" role="group" aria-label="Environments by verdict">
          {shown.map(({ field, verdict, filter, fill }) => (
            <Link
              key={field}
              to="/$org/environments"
              params={{ org: props.org }}
              search={{
                verdict: [filter],
                ...(props.search.tag?.length && { tag: props.search.tag }),
              }}
              style={{ flexGrow: environments[field] }}
              className="min-w-2 basis-0 focus-visible:outline-offset-2"
              aria-label={`${environments[field]} ${verdicts[verdict].label.toLowerCase()}`}
            >
              <svg width="100%" height="100%" aria-hidden="true" className="block">
                {definitions}
                <rect width="100%" height="100%" fill={fills[fill]} />
              </svg>
            </Link>
          ))}
        </div>
        <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-meta text-muted">
          {parts.map(({ field, verdict, fill }) => (
            <span key={field} className="inline-flex items-center gap-1.5">
              <svg width="12" height="12" aria-hidden="true">
                {definitions}
                <rect width="12" height="12" fill={fills[fill]} />
              </svg>
              {environments[field]} {verdicts[verdict].label.toLowerCase()}
            </span>
          ))}
        </p>
      </div>
    </ChartCard>
  )
}
