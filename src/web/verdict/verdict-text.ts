import type { ResponseOf } from '#contract/common/endpoint.ts'
import type { SilentEnvironment } from '#contract/environment/reporting-interval.ts'
import type { ResolutionType } from '#contract/verdict/policy-evaluation.ts'
import type { ArtifactNode } from '#contract/verdict/verdict-tree.ts'
import type { getEnvironmentVerdict, ShortVerdict } from '#contract/verdict/verdict.ts'
import { noQualifiers, type Qualifiers } from '#contract/verdict/qualifiers.ts'
import { counted, listed } from '#domain/common/counted.ts'
import { qualifierSentence, verdictText } from '#domain/verdict/qualified-verdict.ts'
import { lookOf } from '#web/domain-ui/kind-label.tsx'
import { basisLabels } from '#web/domain-ui/reporting-basis.ts'
import { durationOf, stampOf } from '#web/ui/time-text.ts'

export type RuleNode = ArtifactNode['policies'][number]['rule_evaluations'][number]
export type ResolutionNode = RuleNode['resolutions'][number]
type Definition = RuleNode['rule']['definition']

/** Parts of a rule: its subject, which is written strong, and the demand on it. */
export function ruleParts({ type, definition }: { type: string; definition: Definition }): {
  before?: string
  subject: string
  demand: string
} {
  if (!('name' in definition)) {
    return type === 'provenance'
      ? { subject: 'provenance', demand: 'must be known' }
      : { before: 'its', subject: 'trail', demand: 'must be compliant' }
  }
  const { name, type: wanted, for_control, must_be_compliant } = definition
  const demand = must_be_compliant ? 'must be compliant' : 'must be present'
  if (for_control !== null) return { before: 'decision for', subject: for_control, demand }
  return { subject: name === '*' ? `${lookOf(wanted).label} attestation` : name, demand }
}

/** The same in one text: "container-scan must be compliant". */
export function ruleText(rule: Parameters<typeof ruleParts>[0]): string {
  const { before, subject, demand } = ruleParts(rule)
  return [before, subject, demand].filter(Boolean).join(' ')
}

/** Qualifiers of a rule: what carries the evidence or the trail that decided it. */
export function qualifiersOfRule({ satisfied, resolutions }: RuleNode): Qualifiers {
  const deciding = resolutions.filter(({ type }) => (type === 'rule_satisfied') === satisfied)
  const found = deciding.flatMap(({ attestations }) => attestations)
  const ofTrails = deciding.flatMap(({ trail_qualifiers }) => trail_qualifiers ?? [])
  const ofNothing = ofTrails.filter(({ not_asked }) => not_asked > 0)
  if (ofNothing.length > 0 && ofNothing.length === deciding.length) {
    return { ...noQualifiers, not_asked: 1 }
  }
  const expired = [
    ...found.flatMap((one) => (one.expired ? one.attestation_type : [])),
    ...ofTrails.flatMap((one) => one.expired),
  ]
  const overridden = found.filter((one) => one.is_override && one.is_compliant === satisfied).length
  return {
    ...noQualifiers,
    judged: 1,
    expired: [...new Set(expired)].sort(),
    overridden: ofTrails.reduce((sum, one) => sum + one.overridden, overridden),
  }
}

/** Sentence about the absence of anything that fits. */
function absenceText(definition: Definition): string {
  if (!('name' in definition)) return 'Nothing was found.'
  const { name, type, for_control } = definition
  if (for_control !== null) return `No decision for control ${for_control}.`
  const ofType = type === '*' ? '' : ` of type ${lookOf(type).label}`
  return `No attestation${name === '*' ? '' : ` named ${name}`}${ofType}.`
}

/** Result of a lookup, where no attestation says it. */
export function findingText(
  type: ResolutionType,
  rule: RuleNode['rule'],
  state: string | null,
  trail?: Qualifiers,
): string {
  const { definition } = rule
  switch (type) {
    case 'missing_provenance':
      return 'Unknown origin: no flow has reported this artifact.'
    case 'legacy_flow':
      return 'It was reported without a trail, and evidence belongs to trails.'
    case 'missing_attestation':
      return absenceText(definition)
    case 'non_compliant_in_trail':
      return `There it is ${(state ?? 'not evaluated').toLowerCase()}.`
    case 'rule_not_applicable':
      return 'name' in definition && definition.if
        ? `Not applicable: ${definition.if.text} is false.`
        : 'Not asked here.'
    case 'rule_satisfied':
      if (rule.type === 'provenance') return 'It was reported there.'
      return `It is ${verdictText({ verdict: 'compliant', qualifiers: trail }).toLowerCase()} there.`
    case 'non_compliant_attestation':
      return 'Found, and non-compliant.'
  }
}

/** Grounds of an artifact's verdict, in words. */
export function artifactText({ reason, name, policies, qualifiers }: ArtifactNode): string {
  const carried = qualifierSentence({ verdict: 'compliant', qualifiers })
  switch (reason) {
    case 'no_policy':
      return `No policy is attached: nothing stops ${name}, and nothing verifies it.`
    case 'allowed':
      return qualifiers.allow_listed > 0
        ? `${name} is allow-listed: it complies regardless of its policies.`
        : `${name} is allow-listed, and passes ${namesOf(policies)} anyway${carried && `, ${carried}`}.`
    case 'no_fingerprint':
      return `The environment could not report the fingerprint of ${name}, so it cannot be verified.`
    case 'policies_satisfied':
      if (qualifiers.not_asked > 0) {
        return policies.some(({ rule_evaluations: rules }) => rules.some((one) => one.satisfied))
          ? `${name} passes ${namesOf(policies)}, but nothing is expected of the trail that a rule asks for.`
          : `Nothing was asked of ${name}: no rule of ${namesOf(policies)} applies to it.`
      }
      return `${name} passes ${namesOf(policies)}${carried && `, ${carried}`}.`
    case 'policies_failed': {
      const failing = policies.filter(({ status }) => status === 'NON-COMPLIANT')
      return failing
        .map((policy) => `${name} fails ${nameOf(policy)}: ${brokenRules([policy]).join(', ')}.`)
        .join(' ')
    }
  }
}

const nameOf = ({ policy_name, policy_version }: ArtifactNode['policies'][number]) =>
  `${policy_name} v${policy_version}`

const namesOf = (policies: ArtifactNode['policies']) => policies.map(nameOf).join(' and ')

function brokenRules(policies: ArtifactNode['policies']): string[] {
  const broken = policies.flatMap(({ rule_evaluations }) =>
    rule_evaluations.flatMap(({ satisfied, rule }) =>
      satisfied === false ? [ruleText(rule)] : [],
    ),
  )
  return [...new Set(broken)]
}

type OfEnvironment = ResponseOf<typeof getEnvironmentVerdict>

/**
 * Why an environment has its state: what fails, by policy, with its cause in a sentence of its own;
 * then what does not.
 */
export function environmentText(verdict: OfEnvironment, cause = ''): string {
  const { silence, silent_environments: silent } = verdict
  const state = stateText(verdict, cause)
  if (silence) return `${silenceText(verdict, silence)} ${state}`
  return silent.length > 0 ? `${state} No report of ${listed(silent)} came when due.` : state
}

/**
 * "No report since 6 Nov 16:17:02 UTC; learned interval 3 h. By the last one:"; of a logical environment
 * also which other members are silent.
 */
function silenceText(
  { environment_name: env, silent_environments: silent }: OfEnvironment,
  silence: SilentEnvironment,
): string {
  const { environment_name, last_reported_at, interval, basis } = silence
  const whose = environment_name === env ? '' : ` of ${environment_name}`
  const others = silent.filter((name) => name !== environment_name)
  const also = others.length > 0 ? ` Silent too: ${listed(others)}.` : ''
  const by = others.length > 0 ? 'By their last ones:' : 'By the last one:'
  return `No report${whose} since ${stampOf(last_reported_at)}; ${basisLabels[basis]} interval ${durationOf(interval)}.${also} ${by}`
}

function stateText(verdict: OfEnvironment, cause: string): string {
  const { counts, type } = verdict
  const running = counts.compliant + counts.non_compliant + counts.unknown
  switch (verdict.reason) {
    case 'no_policy':
      return type === 'logical'
        ? 'A member is unknown, or there is none: nothing verifies what runs there.'
        : 'No policy is attached: nothing stops what runs here, and nothing verifies it.'
    case 'never_reported':
      return 'Nothing was ever reported, so nobody knows what runs here.'
    case 'nothing_running':
      return 'Nothing runs here, so nothing fails a policy.'
    case 'artifacts_compliant':
      return healthText(verdict, running)
    case 'artifacts_failing':
      return failingText(verdict, running, cause)
  }
}

/**
 * Counts the artifacts that pass every policy by evidence, and those that comply otherwise, in
 * words.
 */
function healthText(verdict: OfEnvironment, running: number): string {
  const { qualifiers, qualified, qualified_count } = verdict
  const plain = running - qualified_count
  if (running > 0 && qualifiers.not_asked === running) {
    return `Not asked: no rule applies to ${running === 1 ? 'the artifact that runs' : `any of the ${running} artifacts that run`} here, or its trail expects nothing.`
  }
  const isExpired = qualifiers.expired.length > 0
  const [first] = qualified
  if (!first) {
    return `${running === 1 ? 'The artifact that runs here passes' : `All ${running} artifacts pass`} every policy.`
  }
  const onEvidence = `${plain} of ${counted(running, 'artifact')} ${plain === 1 ? 'passes' : 'pass'} every policy on ${isExpired ? 'fresh ' : ''}evidence.`
  return qualified_count === 1
    ? `${onEvidence} ${first.name}: ${verdictText({ verdict: 'compliant', qualifiers: first.qualifiers }).toLowerCase()}.`
    : `${onEvidence} The other ${qualified_count}${isExpired ? ':' : ' comply'} ${qualifierSentence({ verdict: 'compliant', qualifiers })}.`
}

/** Artifacts by the member of a logical environment in which they run. */
export const membersOf = (artifacts: readonly ShortVerdict[]) =>
  [...new Set(artifacts.map((one) => one.environment_name))].map((name) => ({
    name,
    ones: artifacts.filter((one) => one.environment_name === name),
  }))

/** Which members of a logical environment fail, and by which policies. */
function membersText(failing: OfEnvironment['failing'], count: number, of: string): string {
  const parts = membersOf(failing).map(({ name, ones }) => {
    const broken = [...new Set(ones.flatMap((one) => one.failing_policies))].join(' and ')
    return `${ones.length} in ${name}${broken && `, by ${broken}`}`
  })
  return `${count} ${of} ${count === 1 ? 'does' : 'do'} not comply: ${parts.join('; ')}.`
}

/** Of those that comply beside what fails, how many rest on expired evidence, and on which. */
function expiredText(qualified: OfEnvironment['qualified'], total: number): string {
  const types = new Set(qualified.flatMap(({ qualifiers }) => qualifiers.expired))
  if (types.size === 0) return ''
  const count = qualified.filter(({ qualifiers }) => qualifiers.expired.length > 0).length
  const expired = { ...noQualifiers, judged: 1, expired: [...types].sort() }
  const on = qualifierSentence({ verdict: 'compliant', qualifiers: expired })
  const number = qualified.length === total ? `${count}` : `At least ${count}`
  return `${number} of the others ${count === 1 ? 'complies' : 'comply'}, ${on}.`
}

function failingText(
  { policies, failing, counts, type, qualified, qualified_count }: OfEnvironment,
  running: number,
  cause: string,
): string {
  const isAll = failing.length === counts.non_compliant
  const of = `of ${counted(running, 'artifact')}`
  if (type === 'logical') {
    const members = membersText(failing, counts.non_compliant, of)
    return [members, cause, expiredText(qualified, qualified_count)].filter(Boolean).join(' ')
  }
  const unresolved = failing.filter(({ reason }) => reason === 'no_fingerprint').length
  const failed: string[] = []
  const held: string[] = []
  for (const { name, version } of policies) {
    const count = failing.filter((one) => one.failing_policies.includes(name)).length
    const number = isAll ? `${count}` : `At least ${count}`
    if (count === 0) held.push(`${name} v${version}`)
    else failed.push(`${number} ${of} ${count === 1 ? 'fails' : 'fail'} ${name} v${version}.`)
  }
  return [
    ...failed,
    unresolved > 0 ? `${counted(unresolved, 'image')} without a fingerprint.` : '',
    cause,
    isAll && held.length > 0 ? `Nothing fails ${listed(held, 'or')}.` : '',
    expiredText(qualified, qualified_count),
  ]
    .filter(Boolean)
    .join(' ')
}
