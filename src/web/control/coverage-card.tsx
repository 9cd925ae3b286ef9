import type { ControlCoverage } from '#contract/control/control-page.ts'
import { ChartCard } from '#web/chart/chart-card.tsx'
import { Swatch, useVerdictFills } from '#web/domain-ui/verdict-fill.tsx'
import {
  type Outcome,
  countsOf,
  coverageAnswer,
  fillOf,
  outcomes,
  outcomeNames,
} from './coverage-labels.ts'

/** Is it enforced, does it hold? One bar of all environments; a part leads to what it counts. */
export function CoverageCard(props: {
  coverage: ControlCoverage
  onChoose: (outcome: Outcome) => void
}) {
  const { coverage } = props
  const counts = countsOf(coverage)
  return (
    <ChartCard
      question="Is it enforced, does it hold?"
      answer={coverageAnswer(coverage)}
      head={['Environments', 'Number']}
      rows={outcomeNames.map((name) => [outcomes[name].label, counts[name]])}
    >
      <div className="grid gap-2 px-4 pb-3">
        <Bar counts={counts} total={coverage.total} />
        <ul className="flex flex-wrap gap-x-4 text-meta text-muted">
          {outcomeNames.map((name) => (
            <li key={name}>
              <button
                type="button"
                disabled={counts[name] === 0}
                className="inline-flex cursor-pointer items-center gap-1.5 enabled:hover:underline disabled:cursor-default max-md:min-h-11"
                onClick={() => props.onChoose(name)}
              >
                <OutcomeSwatch outcome={name} />
                <span>
                  <span className={counts[name] > 0 ? 'font-medium text-text' : undefined}>
                    {counts[name]}
                  </span>{' '}
                  {outcomes[name].word}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    </ChartCard>
  )
}

function OutcomeSwatch(props: { outcome: Outcome }) {
  const verdict = fillOf(props.outcome)
  if (verdict) return <Swatch verdict={verdict} />
  return <span aria-hidden="true" className="size-3 shrink-0 border border-line-strong" />
}

function Bar(props: { counts: Record<Outcome, number>; total: number }) {
  const { counts, total } = props
  const { fills, definitions } = useVerdictFills()
  const fillWith = (name: Outcome) => {
    const verdict = fillOf(name)
    return verdict ? fills[verdict] : 'none'
  }
  const share = (name: Outcome) => (total === 0 ? 0 : (counts[name] / total) * 100)
  return (
    <svg
      width="100%"
      height="20"
      aria-hidden="true"
      className="rounded-tag border border-line-strong"
    >
      {definitions}
      {outcomeNames.map((name, index) => (
        <rect
          key={name}
          x={`${outcomeNames.slice(0, index).reduce((sum, one) => sum + share(one), 0)}%`}
          width={`${share(name)}%`}
          height="20"
          fill={fillWith(name)}
        />
      ))}
    </svg>
  )
}
