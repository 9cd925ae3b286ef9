import { previewRefusal } from '#web/api/api-error.ts'
import { RuleResults, SummaryRows } from '#web/domain-ui/rule-results.tsx'
import { verdictOf, VerdictLabel } from '#web/domain-ui/verdict.tsx'
import { TextArea } from '#web/form/field.tsx'
import { FileText } from '#web/form/file-text.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import type { Tried } from './use-try.ts'

/** A sample, and what a report of it would come to: nothing is stored. */
export function TryCard(props: { sample: string; tried: Tried; onSample: (text: string) => void }) {
  const { sample, tried, onSample } = props
  return (
    <Card title="Try it" remark="nothing is stored">
      <div className="grid gap-3.5 px-4 pb-4">
        <TextArea
          label="Sample of the data"
          hint={
            <>
              JSON as a pipeline would send it, or{' '}
              <FileText label="read a file" accept=".json,application/json" onText={onSample} />
            </>
          }
          isCode
          rows={6}
          spellCheck={false}
          value={sample}
          error={tried.sampleProblem}
          onChange={(event) => onSample(event.currentTarget.value)}
        />
        <div aria-live="polite" className="grid gap-3">
          <Result tried={tried} hasSample={sample.trim() !== ''} />
        </div>
      </div>
    </Card>
  )
}

function Result(props: { tried: Tried; hasSample: boolean }) {
  const { failure, outcome, problems, sampleProblem, retry } = props.tried
  if (failure) {
    return (
      <LoadFailed what="The result" reason={previewRefusal(failure)} frame="none" onRetry={retry} />
    )
  }
  if (!props.hasSample || sampleProblem) return null
  if (problems.length > 0) {
    return <p className="text-table text-muted">Fix the type first.</p>
  }
  if (!outcome) return <p className="text-table text-muted">Checking</p>
  const { violations, rule_results, summary, is_compliant } = outcome
  if (violations.length > 0) {
    return (
      <>
        <VerdictLabel verdict="non-compliant" label="Refused: it does not fit the schema" />
        <ul aria-label="Where it does not fit" className="grid gap-1 text-table">
          {violations.map(({ path, reason }, index) => (
            <li key={index} className="wrap-anywhere">
              <code className="font-mono text-code">{path || 'the data'}</code> {reason}
            </li>
          ))}
        </ul>
      </>
    )
  }
  return (
    <>
      <VerdictLabel verdict={verdictOf(is_compliant)} />
      {rule_results.length > 0 && <RuleResults results={rule_results} />}
      <SummaryRows rows={summary} />
    </>
  )
}
