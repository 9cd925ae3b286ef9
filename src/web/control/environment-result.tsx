import type { ReactNode } from 'react'
import type { ShownEnvironment } from '#contract/control/control-page.ts'
import { passedBy, populationOf } from '#domain/verdict/outcome-counts.ts'
import { type Verdict, VerdictMark } from '#web/domain-ui/verdict.tsx'
import { TimeAgo } from '#web/ui/time.tsx'
import { outcomes } from './coverage-labels.ts'

/** The result of a control in an environment: "1 of 6 fails since 19 Nov", "9 pass, 5 not asked". */
export function EnvironmentResult({ environment }: { environment: ShownEnvironment }) {
  const { result, running, failing_since, may_fail_longer } = environment
  const { passed, failed, allow_listed, not_asked } = running
  const { verdict, label, isStale } = outcomes[result]
  if (result === 'failing') {
    return (
      <Line verdict={verdict} isQualified={allow_listed > 0}>
        <span className="font-medium text-non-compliant">
          {failed} of {failed + passed} {failed === 1 ? 'fails' : 'fail'}
        </span>
        <span className="text-muted">
          {failing_since !== null && (
            <>
              {may_fail_longer ? ' at least since ' : ' since '}
              <TimeAgo at={failing_since} suffix />
            </>
          )}
          {allow_listed > 0 && `, ${allow_listed} allow-listed`}
        </span>
      </Line>
    )
  }
  if (passed > 0 && (result === 'passing' || result === 'partly_asked')) {
    const beside = [...passedBy(running), ...(not_asked > 0 ? [`${not_asked} not asked`] : [])]
    return (
      <Line verdict="compliant" isQualified={beside.length > 0}>
        {passed} {passed === 1 ? 'passes' : 'pass'}
        {beside.length > 0 && <span className="text-muted">, {beside.join(', ')}</span>}
      </Line>
    )
  }
  return (
    <Line verdict={verdict} isStale={isStale}>
      {label}
      {populationOf(running) === 0 && <span className="text-muted">, nothing runs</span>}
    </Line>
  )
}

function Line(props: {
  verdict: Verdict
  isStale?: boolean | undefined
  isQualified?: boolean
  children: ReactNode
}) {
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <VerdictMark
        verdict={props.verdict}
        silent
        isStale={props.isStale}
        isQualified={props.isQualified}
      />
      <span className="truncate max-md:whitespace-normal">{props.children}</span>
    </span>
  )
}
