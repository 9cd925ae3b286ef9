import type { ArtifactNode } from '#contract/verdict/verdict-tree.ts'
import { isPlain, type QualifiedVerdict } from '#domain/verdict/qualified-verdict.ts'
import { qualifiersOfRule, type RuleNode } from './verdict-text.ts'

/** A control that policies ask of an artifact, by the worst of its rules. */
interface RequiredControl {
  /** Its identifier. */
  control: string
  qualified: QualifiedVerdict
  /** Name of the decision that was found; null without one. */
  decision: string | null
}

const urgency = ({ qualified }: RequiredControl) =>
  ['non-compliant', 'missing', 'compliant', 'not-asked'].indexOf(qualified.verdict)

function verdictOfRule({ satisfied, resolutions }: RuleNode): QualifiedVerdict['verdict'] {
  if (satisfied === null) return 'not-asked'
  if (satisfied) return 'compliant'
  return resolutions.some(({ attestations }) => attestations.length > 0)
    ? 'non-compliant'
    : 'missing'
}

/** Controls that the policies of an environment ask of an artifact, what fails first. */
export function requiredControls({ policies }: ArtifactNode): RequiredControl[] {
  const found = policies
    .flatMap(({ rule_evaluations }) => rule_evaluations)
    .flatMap((rule): RequiredControl[] => {
      const { definition } = rule.rule
      const control = 'for_control' in definition ? definition.for_control : null
      if (control === null) return []
      const [decision] = rule.resolutions.flatMap(({ attestations }) => attestations)
      const qualified = { verdict: verdictOfRule(rule), qualifiers: qualifiersOfRule(rule) }
      return [{ control, qualified, decision: decision?.attestation_name ?? null }]
    })
    .sort((a, b) => urgency(a) - urgency(b))
  return found.filter((one, at) => found.findIndex(({ control }) => control === one.control) === at)
}

/** "3 of 4 pass in prod-eu, 1 by exception, 1 not asked". */
export function describeControls(asked: readonly RequiredControl[], env: string): string {
  const isAsked = asked.filter(({ qualified }) => qualified.verdict !== 'not-asked')
  const passed = isAsked.filter(({ qualified }) => qualified.verdict === 'compliant')
  const carried = passed.filter(({ qualified }) => !isPlain(qualified)).length
  const unasked = asked.length - isAsked.length
  return [
    `${passed.length} of ${isAsked.length} pass in ${env}`,
    ...(carried > 0 ? [`${carried} not by fresh evidence alone`] : []),
    ...(unasked > 0 ? [`${unasked} not asked`] : []),
  ].join(', ')
}
