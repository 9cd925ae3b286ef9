import { useQuery } from '@tanstack/react-query'
import { EvidenceSummaries } from '#web/record/evidence-summary.tsx'
import { counted } from '#domain/common/counted.ts'
import { ArtifactName } from '#web/domain-ui/artifact-name.tsx'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { Card } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { stepsFor } from './artifact-fix.ts'
import { AskWhy, keyOf, type Result } from './deploy-answer.tsx'
import { FixSteps } from './fix-steps.tsx'
import { tellingEvidence } from './nodes.tsx'
import type { CallOf } from './panel.tsx'
import { artifactVerdictQuery } from './queries.ts'
import { ruleText } from './verdict-labels.ts'

/** So many are shown with their fixes at once; the others lead to theirs. */
const maxOpen = 3

/** What would fail: the causes left, what makes them go right. */
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
              className="grid gap-2 border-b border-line px-4 py-3 last:border-0"
            >
              <p className="flex flex-wrap items-center gap-x-2">
                <VerdictMark verdict="non-compliant" />
                <span className="font-medium wrap-anywhere">
                  <ArtifactName filename={result.name} />
                </span>
                <span className="text-muted">in {result.environment_name}</span>
                <span className="ml-auto">
                  <AskWhy result={result} word={open ? 'Why?' : 'Why, and how to fix it'} />
                </span>
              </p>
              {open ? (
                <CauseAndFix {...props} result={result} />
              ) : (
                <Reasons reasons={result.reasons} />
              )}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}

const Reasons = (props: { reasons: readonly string[] }) => (
  <ul className="grid content-start gap-1 pl-[1.375rem]">
    {props.reasons.map((reason) => (
      <li key={reason} className="wrap-anywhere">
        {reason}
      </li>
    ))}
  </ul>
)

function CauseAndFix(props: { org: string; result: Result; callOf: CallOf }) {
  const { org, result, callOf } = props
  const { fingerprint, name, environment_name } = result
  const query = useQuery(
    artifactVerdictQuery(org, environment_name, fingerprint ? { fingerprint } : { name }),
  )
  const steps = query.data ? stepsFor(org, query.data, callOf) : []
  const rules = (query.data?.verdict.policies ?? []).flatMap((policy) =>
    policy.rule_evaluations.map((one) => ({ ...one, policy: policy.policy_name })),
  )
  const holding = rules.filter(({ satisfied }) => satisfied === true)
  return (
    <EvidenceSummaries org={org} ids={query.data ? tellingEvidence([query.data.verdict]) : []}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-3 @min-[50rem]/main:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
        <Reasons reasons={result.reasons} />
        {query.isPending ? (
          <SkeletonRows rows={2} />
        ) : (
          steps.length > 0 && <FixSteps title="Smallest fix" steps={steps} />
        )}
      </div>
      {holding.length > 0 && (
        <Disclosure
          label={`${counted(holding.length, 'rule')} ${holding.length === 1 ? 'holds' : 'hold'}`}
        >
          <ul className="pl-[1.375rem] text-muted">
            {holding.map(({ rule, policy }, index) => (
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
