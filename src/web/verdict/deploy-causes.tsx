import { useQuery } from '@tanstack/react-query'
import { EvidenceSummaries } from '#web/record/evidence-summary.tsx'
import { counted } from '#domain/common/counted.ts'
import { isPlain } from '#domain/verdict/qualified-verdict.ts'
import { ArtifactName } from '#web/domain-ui/artifact-name.tsx'
import { VerdictLabel, VerdictMark } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { stepsFor } from './artifact-fix.tsx'
import { AskWhy, keyOf, type Result } from './deploy-answer.tsx'
import { CauseList, rulesOf } from './cause-list.tsx'
import { FixSteps } from './fix-steps.tsx'
import { decisiveEvidence } from './nodes.tsx'
import type { CallOf } from './panel.tsx'
import { artifactVerdictQuery } from './queries.ts'
import { ruleText } from './verdict-text.ts'

/** So many are shown with their fixes at once; the others lead to theirs. */
const maxOpen = 3

/** Failures: causes on the left, their fixes on the right. */
export default function Causes(props: { org: string; results: readonly Result[]; callOf: CallOf }) {
  const failing = props.results.filter(({ compliant }) => compliant === false)
  if (failing.length === 0) return null
  const open = failing.length <= maxOpen
  return (
    <div className="mb-4">
      <Card
        title="What stops it"
        remark={open ? 'the smallest fix beside it' : `${failing.length}, each with its fix`}
      >
        <ul className="border-t border-line text-table">
          {failing.map((result) => (
            <li
              key={`${result.environment_name}/${keyOf(result)}/${result.name}`}
              className="grid gap-2 border-b border-line px-4 py-3 last:border-b-0"
            >
              <p className="flex flex-wrap items-center gap-x-2">
                <FailedMark result={result} />
                <span className="font-medium wrap-anywhere">
                  <ArtifactName filename={result.name} />
                </span>
                <span className="text-muted">in {result.environment_name}</span>
                <span className="ml-auto">
                  <AskWhy result={result} label={open ? 'Why?' : 'Why, and how to fix it'} />
                </span>
              </p>
              {open ? (
                <CauseAndFix {...props} result={result} />
              ) : (
                <p className="pl-5.5 wrap-anywhere">{brokenText(result)}</p>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

/** The mark alone where it stands alone; with its text where that says more. */
function FailedMark({ result: { qualifiers } }: { result: Result }) {
  const verdict = { verdict: 'non-compliant', qualifiers } as const
  return isPlain(verdict) ? <VerdictMark {...verdict} /> : <VerdictLabel {...verdict} />
}

const brokenText = ({ failing_policies }: Result) =>
  failing_policies.length > 0 ? `Breaks ${failing_policies.join(', ')}.` : 'Has no fingerprint.'

function CauseAndFix(props: { org: string; result: Result; callOf: CallOf }) {
  const { org, result, callOf } = props
  const { fingerprint, name, environment_name } = result
  const query = useQuery(
    artifactVerdictQuery(org, environment_name, fingerprint ? { fingerprint } : { name }),
  )
  const found = query.data
  if (!found) return <SkeletonRows rows={2} />
  const steps = stepsFor(org, found, callOf)
  const rules = rulesOf(found.verdict)
  const passing = rules.filter(({ satisfied }) => satisfied === true)
  const failing = rules.filter(({ satisfied }) => satisfied === false).length
  return (
    <EvidenceSummaries org={org} ids={decisiveEvidence([found])}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 @min-[50rem]/main:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <CauseList org={org} found={found} />
        {steps.length > 0 && <FixSteps title="Smallest fix" steps={steps} folds />}
      </div>
      {passing.length > 0 && (
        <Disclosure
          label={`${failing} of ${counted(rules.length, 'rule')} ${failing === 1 ? 'fails' : 'fail'}, ${passing.length} ${passing.length === 1 ? 'passes' : 'pass'}`}
        >
          <ul className="pl-5.5 text-muted">
            {passing.map(({ rule, policy }, index) => (
              <li key={index} className="wrap-anywhere">
                {ruleText(rule)}, {policy}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </EvidenceSummaries>
  )
}
