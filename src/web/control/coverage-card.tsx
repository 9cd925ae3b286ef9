import type { ControlCoverage } from '#contract/control/control-page.ts'
import type { AskedCounts } from '#contract/verdict/standing.ts'
import { populationOf } from '#domain/verdict/asked-counts.ts'
import { ChartCard } from '#web/chart/chart-card.tsx'
import { type FillVerdict, Swatch, useVerdictFills } from '#web/domain-ui/verdict-fill.tsx'
import { coverageAnswer, coverageParts } from './coverage-labels.ts'

/** Is it asked, does it hold? One bar of all that runs in scope. */
export function CoverageCard({ coverage }: { coverage: ControlCoverage }) {
  const { running } = coverage
  const population = populationOf(running)
  return (
    <ChartCard
      question="Is it asked where it should be, and does it hold?"
      answer={coverageAnswer(coverage)}
      head={['Running artifacts', 'Number']}
      rows={[
        ...coverageParts.map(({ label, count }): [string, number] => [label, count(running)]),
        ['in scope', population],
      ]}
    >
      <div className="grid gap-2 px-4 pb-3">
        {population > 0 && <Bar counts={running} population={population} />}
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-meta text-muted">
          {coverageParts.map(
            ({ label, fill, count }) =>
              count(running) > 0 && (
                <li key={label} className="inline-flex items-center gap-1.5">
                  <PartSwatch fill={fill} />
                  <span>
                    <span className="font-medium text-text">{count(running)}</span> {label}
                  </span>
                </li>
              ),
          )}
          <li className="ml-auto">of {population} in scope</li>
        </ul>
      </div>
    </ChartCard>
  )
}

const outlined = { fill: 'var(--bg)', stroke: 'var(--control-border)' }

function PartSwatch({ fill }: { fill: FillVerdict | null }) {
  if (fill) return <Swatch verdict={fill} />
  return (
    <svg width="12" height="12" aria-hidden="true" className="shrink-0">
      <rect x=".5" y=".5" width="11" height="11" {...outlined} />
    </svg>
  )
}

/** Pixels between two parts, and of the smallest part: one artifact of thousands is seen. */
const gap = 3
const smallest = 6

function Bar(props: { counts: AskedCounts; population: number }) {
  const { fills, definitions } = useVerdictFills()
  const parts = coverageParts.filter(({ count }) => count(props.counts) > 0)
  return (
    <div aria-hidden="true" className="flex" style={{ gap }}>
      {parts.map(({ label, fill, count }) => (
        <svg
          key={label}
          height="20"
          className="block w-0"
          style={{ flexGrow: count(props.counts), minWidth: smallest }}
        >
          {definitions}
          {fill ? (
            <rect width="100%" height="20" fill={fills[fill]} />
          ) : (
            <rect x=".5" y=".5" height="19" style={{ width: 'calc(100% - 1px)' }} {...outlined} />
          )}
        </svg>
      ))}
    </div>
  )
}
