import { useQuery } from '@tanstack/react-query'
import { counted } from '#domain/common/counted.ts'
import { qualifierText } from '#domain/verdict/qualified-verdict.ts'
import { VerdictMark } from '#web/domain-ui/verdict.tsx'
import { EvidenceSummaries, useEvidenceSummary } from '#web/record/evidence-summary.tsx'
import { Card } from '#web/ui/card.tsx'
import { SmallTable } from '#web/ui/small-table.tsx'
import type { Result } from './deploy-answer.tsx'
import { PolicyLink } from './nodes.tsx'
import { artifactVerdictQuery } from './queries.ts'
import { qualifiersOfRule, type RuleNode, ruleText } from './verdict-text.ts'

/** Grounds of a Yes: the rules, what each found, and where it is written. */
export default function Passing({ org, result }: { org: string; result: Result }) {
  const { fingerprint, name, environment_name: env } = result
  const { data } = useQuery(
    artifactVerdictQuery(org, env, fingerprint ? { fingerprint } : { name }),
  )
  const policies = data?.verdict.policies ?? []
  const rules = policies
    .flatMap((policy) => policy.rule_evaluations.map((rule) => ({ policy, rule })))
    .sort((a, b) => Number(a.rule.satisfied === null) - Number(b.rule.satisfied === null))
  if (rules.length === 0) return null
  const passing = rules.filter(({ rule }) => rule.satisfied).length
  const unasked = rules.filter(({ rule }) => rule.satisfied === null).length
  const ids = rules.flatMap(({ rule }) => foundBy(rule).map((one) => one.attestation_id))
  return (
    <div className="mb-4">
      <Card
        title="What passes"
        remark={`${passing} of ${counted(rules.length, 'rule')} of ${counted(policies.length, 'policy', 'policies')}${unasked > 0 ? `, ${unasked} not asked` : ''}`}
      >
        <EvidenceSummaries org={org} ids={ids}>
          <SmallTable
            caption="Rules behind the Yes"
            columns={[
              { heading: 'Rule', width: '40%' },
              { heading: 'Found' },
              { heading: 'Policy and line', width: '30%' },
            ]}
            className="border-t border-line [--row:2rem] max-md:border-0"
          >
            {rules.map(({ policy, rule }) => (
              <tr key={`${policy.policy_name}/${rule.rule.line}/${ruleText(rule.rule)}`} role="row">
                <td role="cell" className="max-md:w-full">
                  <span className="flex items-center gap-2">
                    <VerdictMark
                      verdict={rule.satisfied === null ? 'not-asked' : stateOf(rule)}
                      isQualified={carrierOf(rule) !== ''}
                    />
                    <span className="truncate">{ruleText(rule.rule)}</span>
                  </span>
                </td>
                <td role="cell" className="text-muted">
                  <RuleFound rule={rule} />
                </td>
                <td role="cell">
                  <PolicyLink
                    org={org}
                    name={policy.policy_name}
                    className="text-muted hover:underline max-md:-my-3 max-md:py-3"
                  >
                    {policy.policy_name} v{policy.policy_version}, line {rule.rule.line}
                  </PolicyLink>
                </td>
              </tr>
            ))}
          </SmallTable>
        </EvidenceSummaries>
      </Card>
    </div>
  )
}

const stateOf = ({ satisfied }: RuleNode) => (satisfied ? 'compliant' : 'non-compliant')

/** "by override", "evidence expired"; '' where fresh evidence satisfies the rule. */
const carrierOf = (rule: RuleNode) =>
  qualifierText({ verdict: 'compliant', qualifiers: qualifiersOfRule(rule) })

const foundBy = ({ resolutions }: RuleNode) =>
  resolutions.flatMap(({ attestations }) => attestations)

/** Answer to a rule: the summary of its evidence, else the trail that it was found in. */
function RuleFound({ rule }: { rule: RuleNode }) {
  const [first] = foundBy(rule)
  const summary = useEvidenceSummary(first?.attestation_id ?? null)?.summary
  if (rule.satisfied === null) {
    return rule.resolutions.some(({ exception }) => exception) ? 'exempt' : 'not asked'
  }
  const carrier = carrierOf(rule)
  const by = carrier && `${carrier}: `
  const trail = rule.resolutions.find(({ context }) => context.trail_name)?.context.trail_name
  return `${by}${summary ?? (trail ? `trail ${trail}` : '')}`
}
