import { clsx } from 'clsx'
import type { ControlCoverage, ControlOutcome } from '#contract/control/control-page.ts'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { isQualified, outcomes, outcomeWord, populationLines } from './coverage-labels.ts'

const colours: Partial<Record<ControlOutcome, string>> = {
  failing: 'font-medium text-non-compliant',
  partly_asked: 'text-incomplete',
}

/** Mark and word of an outcome, and what they speak of below: a result without it says nothing. */
export function OutcomeCell(props: {
  outcome: ControlOutcome
  word?: string
  lines: readonly string[]
  isQualified?: boolean
}) {
  const { verdict, label, isStale } = outcomes[props.outcome]
  return (
    <span className="grid grid-cols-[.875rem_minmax(0,1fr)] items-center gap-x-1.5 py-1.5">
      <VerdictMark verdict={verdict} silent isStale={isStale} isQualified={props.isQualified} />
      <span className={clsx('whitespace-nowrap', colours[props.outcome])}>
        {props.word ?? label}
      </span>
      {props.lines.map((line) => (
        <span key={line} className="col-start-2 text-meta text-muted">
          {line}
        </span>
      ))}
    </span>
  )
}

/** What a control comes to in its scope, and for how much of it. */
export function CoverageOutcome({ coverage }: { coverage: ControlCoverage }) {
  return (
    <OutcomeCell
      outcome={coverage.outcome}
      word={outcomeWord(coverage)}
      lines={populationLines(coverage)}
      isQualified={isQualified(coverage)}
    />
  )
}
