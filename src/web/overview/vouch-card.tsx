import type { Overview } from '#contract/overview/overview.ts'
import { type Standing, standings } from '#contract/verdict/standing.ts'
import { counted } from '#domain/common/counted.ts'
import { percentOf } from '#domain/common/statistics.ts'
import { sumStandings } from '#domain/verdict/standing.ts'
import { ChartCard } from '#web/chart/chart-card.tsx'
import { standingLooks } from '#web/domain-ui/standing.tsx'
import { Swatch, useVerdictFills } from '#web/domain-ui/verdict-fill.tsx'
import { runningShares, SplitFigure } from './split-figure.tsx'

/** At most so many environments are named beside a count. */
const maxNames = 2

/**
 * Artifacts in physical environments by standing, as one bar: only what is compliant without
 * anything to say beside it counts as vouched for.
 */
export function VouchCard(props: { org: string; overview: Overview }) {
  const { running, running_by_environment: environments } = props.overview
  const { fills, definitions } = useVerdictFills()
  const total = sumStandings(running)
  const shown = standings.filter((standing) => running[standing] > 0)
  const sharesOf = (standing: Standing) => runningShares(props.org, environments, standing)
  return (
    <ChartCard
      question="For how much can we vouch?"
      answer={`${running.compliant} of ${counted(total, 'artifact')} now, ${percentOf(running.compliant, total)} %, without exception.`}
      head={['Verdict', 'Running artifacts', 'Environments']}
      rows={shown.map((standing) => [
        labelOf(standing),
        running[standing],
        sharesOf(standing).length,
      ])}
    >
      <div className="px-4 pt-1 pb-3">
        <div className="flex h-5 gap-0.5" aria-hidden="true">
          {shown.map((standing) => (
            <svg
              key={standing}
              width="100%"
              height="100%"
              className="block min-w-2 basis-0"
              style={{ flexGrow: running[standing] }}
            >
              {definitions}
              <rect width="100%" height="100%" fill={fills[standingLooks[standing].fill]} />
            </svg>
          ))}
        </div>
        <ul className="mt-2 grid text-meta text-muted">
          {shown.map((standing) => {
            const shares = sharesOf(standing)
            const names = shares.slice(0, maxNames).map(({ name }) => name)
            const more = shares.length - names.length
            return (
              <li key={standing} className="flex min-w-0 items-center justify-between gap-3">
                <span className="shrink-0 whitespace-nowrap">
                  <SplitFigure label={`${labelOf(standing)}, by environment`} shares={shares}>
                    <Swatch verdict={standingLooks[standing].fill} />
                    {running[standing]} {labelOf(standing).toLowerCase()}
                  </SplitFigure>
                </span>
                <span className="truncate">
                  {standing !== 'compliant' &&
                    `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`}
                </span>
              </li>
            )
          })}
        </ul>
      </div>
    </ChartCard>
  )
}

function labelOf(standing: Standing): string {
  const { label } = standingLooks[standing]
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`
}
