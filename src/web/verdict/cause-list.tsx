import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { Addition } from '#contract/verdict/fix-plan.ts'
import type { ArtifactNode } from '#contract/verdict/verdict-tree.ts'
import type { getArtifactVerdict } from '#contract/verdict/verdict.ts'
import { replacedId } from '#web/domain-ui/cause-text.ts'
import { useEvidenceSummary } from '#web/record/evidence-summary.tsx'
import { FoundVerdict, linkClass } from './found-verdict.tsx'
import { PolicyLink } from './nodes.tsx'
import { findingText, ruleText } from './verdict-text.ts'

type Found = ResponseOf<typeof getArtifactVerdict>
type Rule = ReturnType<typeof rulesOf>[number]

/** The rules that were applied to an artifact, each with its policy. */
export const rulesOf = ({ policies }: ArtifactNode) =>
  policies.flatMap(({ policy_name, policy_version, rule_evaluations }) =>
    rule_evaluations.map((one) => ({ ...one, policy: policy_name, version: policy_version })),
  )

/** An artifact's root causes, numbered: each once, however many rules fail by it. */
export function CauseList({ org, found }: { org: string; found: Found }) {
  const { verdict, plan } = found
  const failing = rulesOf(verdict).filter(({ satisfied }) => satisfied === false)
  const causes =
    plan?.additions?.map((added) => ({
      text: <RootCause org={org} added={added} />,
      where: added.kind === 'attest' ? `Looked in ${added.trail_name} of ${added.flow_name}.` : '',
      rules: failing.filter((rule) => isMendedBy(plan.fixes, rule, added)),
    })) ??
    failing.map((rule) => ({
      text: [...new Set(rule.resolutions.map((one) => findingOf(rule, one)))].join(' '),
      where: '',
      rules: [rule],
    }))
  return (
    <ol className="grid content-start gap-3">
      {causes.map(({ text, where, rules }, index) => (
        <li key={index} className="grid grid-cols-[1.25rem_minmax(0,1fr)] gap-x-2">
          <span aria-hidden="true" className="text-meta leading-5 font-medium text-muted">
            {index + 1}
          </span>
          <span className="font-medium wrap-anywhere">{text}</span>
          <span className="col-start-2 text-meta text-muted wrap-anywhere">
            {where}
            {rules.map((rule) => (
              <span
                key={`${rule.policy}/${rule.rule.line}/${ruleText(rule.rule)}`}
                className="block"
              >
                {ruleText(rule.rule)}:{' '}
                <PolicyLink org={org} name={rule.policy} className={linkClass}>
                  {rule.policy} v{rule.version}, line {rule.rule.line}
                </PolicyLink>
              </span>
            ))}
          </span>
        </li>
      ))}
    </ol>
  )
}

const findingOf = ({ rule }: Rule, { type, context }: Rule['resolutions'][number]) =>
  findingText(type, rule, context.artifact_status)

const isMendedBy = (
  fixes: NonNullable<Found['plan']>['fixes'],
  { policy, rule }: Rule,
  added: Addition,
): boolean =>
  fixes.some(
    (fix) =>
      fix.policy_name === policy &&
      fix.line === rule.line &&
      fix.additions.some((one) => JSON.stringify(one) === JSON.stringify(added)),
  )

/** The problem, by what would mend it: "container-scan failed: 1 high, 2 medium", or whose override. */
function RootCause({ org, added }: { org: string; added: Addition }) {
  const replaced = replacedId(added)
  const { summary, override } = useEvidenceSummary(replaced) ?? {}
  if (added.kind === 'report_artifact') return 'Nobody has reported how it was built'
  const { attestation_name: name, control } = added
  const what = control === null ? name : `decision for control ${control}`
  if (replaced === null) return `No ${what} has been reported`
  if (override) {
    return (
      <>
        {what}
        <FoundVerdict org={org} id={replaced} isCompliant={false} isOverride />
      </>
    )
  }
  return `${what} failed${summary ? `: ${summary}` : ''}`
}
