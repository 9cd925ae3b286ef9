import type {
  AttestationRule,
  PolicyDocument,
  RequirementRule,
} from '#contract/policy/policy-document.ts'
import type { RuleResult } from '#contract/policy/policy-page.ts'
import {
  type AppliedRule,
  countOutcomes,
  type RunningGroup,
  sumOutcomes,
} from '#domain/verdict/outcome-counts.ts'
import { demandsOf } from './policy-demands.ts'

type Wanted = Pick<AttestationRule, 'name' | 'type' | 'for_control'>

const holds = (wide: string, narrow: string) => wide === '*' || wide === narrow

/** Returns whether everything that matches `narrow` also matches `wide`. */
const isWithin = (narrow: Wanted, wide: Wanted) =>
  holds(wide.name, narrow.name) &&
  holds(wide.type, narrow.type) &&
  (wide.for_control === null || wide.for_control === narrow.for_control)

const conditionOf = ({ if: condition }: AttestationRule) =>
  condition?.text.replace(/\s+/g, ' ').trim() ?? null

/**
 * Returns whether an attestation rule is satisfied wherever another one is: both apply in the same
 * flows, and what satisfies the other one satisfies it. A weaker condition is not enough: for an
 * artifact in several flows, one to which only it applies may satisfy the other.
 */
function isImplied(rule: AttestationRule, by: AttestationRule): boolean {
  if (conditionOf(rule) !== conditionOf(by) || !isWithin(by, rule)) return false
  return !rule.must_be_compliant || (by.must_be_compliant && isWithin(rule, by))
}

/**
 * Returns for each rule of a policy, in the order of its verdicts, the line of another one that
 * makes it redundant, or null. Of two equal rules the second is shadowed.
 */
export function shadowedBy({ artifacts }: PolicyDocument): (number | null)[] {
  const { provenance, trail_compliance, attestations } = artifacts
  const requirements = [provenance, trail_compliance].filter(({ line }) => line !== null)
  return [
    ...requirements.map(() => null),
    ...attestations.map((rule, index) => {
      const other = attestations.find(
        (one, at) => at !== index && isImplied(rule, one) && (at < index || !isImplied(one, rule)),
      )
      return other?.line ?? null
    }),
  ]
}

/** Number of artifacts with the same result of one rule. */
export interface RuleCounts {
  /** Index of the rule in the policy, from 0. */
  position: number
  /** Null: it does not apply. */
  satisfied: boolean | null
  /** Flows in which it does not apply, null for no flow; each once per trail. */
  let_off: (string | null)[]
  count: number
}

type WrittenRule = Pick<RuleResult, 'type' | 'text' | 'line' | 'conditions'>

const unwritten: RequirementRule = { required: false, exceptions: [], line: null }
const none = { provenance: unwritten, trail_compliance: unwritten, attestations: [] }

/** Describes a single rule in words. */
const ruleText = (artifacts: Partial<PolicyDocument['artifacts']>): string | undefined =>
  demandsOf({ artifacts: { ...none, ...artifacts } })[0]?.text

function requirement(
  type: 'provenance' | 'trail-compliance',
  rule: RequirementRule,
  text: string | undefined,
): WrittenRule[] {
  if (rule.line === null) return []
  const idle = type === 'provenance' ? 'Provenance is not asked' : 'Trail compliance is not asked'
  const conditions = rule.exceptions.map((exception) => exception.if.text)
  return [{ type, text: text ?? idle, line: rule.line, conditions }]
}

/** Returns the rules of a policy in words, in the order of verdicts. */
export function writtenRules({ artifacts }: PolicyDocument): WrittenRule[] {
  const { provenance, trail_compliance, attestations } = artifacts
  return [
    ...requirement('provenance', provenance, ruleText({ provenance })),
    ...requirement('trail-compliance', trail_compliance, ruleText({ trail_compliance })),
    ...attestations.map((rule) => ({
      type: 'attestation' as const,
      text: ruleText({ attestations: [rule] }) ?? '',
      line: rule.line,
      conditions: rule.if === null ? [] : [rule.if.text],
    })),
  ]
}

/** A version of a policy. */
interface PolicyVersion {
  name: string
  version: number
  document: PolicyDocument
}

/** Running artifacts of an environment where a policy is attached, as `countOutcomes` takes them. */
interface EvaluatedEnvironment {
  groups: readonly RunningGroup[]
  hasRule: boolean
  isStale: boolean
}

/** Leaves out verdicts by another version: this one has not been evaluated there yet. */
function byVersion({ name, version }: PolicyVersion) {
  const isOther = (rule: AppliedRule) =>
    rule.policy_name === name && rule.policy_version !== version
  return (group: RunningGroup): RunningGroup =>
    group.rules?.some(isOther) ? { ...group, rules: null } : group
}

/** Counts what runs by what a single rule of a policy comes to. */
function countRule(
  policy: PolicyVersion,
  position: number,
  environments: readonly EvaluatedEnvironment[],
): Pick<RuleResult, 'running' | 'exempt'> {
  const isChosen = (rule: AppliedRule) =>
    rule.policy_name === policy.name && rule.position === position
  const isExempt = (rule: AppliedRule) =>
    isChosen(rule) && rule.is_exempt && rule.satisfied === null
  const all = environments.map(({ groups, ...environment }) => ({
    ...environment,
    groups: groups.map(byVersion(policy)),
  }))
  const exempt = all
    .flatMap(({ groups, isStale }) => (isStale ? [] : groups))
    .filter(({ rules }) => rules?.some(isExempt))
  return {
    running: sumOutcomes(all.map(({ groups, ...where }) => countOutcomes(groups, isChosen, where))),
    exempt: exempt.reduce((sum, { count }) => sum + count, 0),
  }
}

/**
 * Returns the results of each rule of a policy, and where its conditions exempt artifacts.
 * @param idle whether a rule is idle, by position; see `idleRules`
 */
export function ruleResults(
  policy: PolicyVersion,
  found: {
    environments: readonly EvaluatedEnvironment[]
    tallies: readonly RuleCounts[]
    idle: readonly boolean[]
  },
): RuleResult[] {
  const shadows = shadowedBy(policy.document)
  return writtenRules(policy.document).map((rule, position) => {
    const own = found.tallies.filter((tally) => tally.position === position)
    return {
      ...rule,
      ...countRule(policy, position, found.environments),
      let_off: rule.conditions.length === 0 ? [] : letOff(own),
      is_idle: found.idle[position] ?? false,
      shadowed_by: shadows[position] ?? null,
    }
  })
}

/** Counts exempt artifacts by flow, the highest first. */
function letOff(tallies: readonly RuleCounts[]): RuleResult['let_off'] {
  const counts = new Map<string | null, number>()
  for (const { let_off, count } of tallies) {
    for (const flow of new Set(let_off)) counts.set(flow, (counts.get(flow) ?? 0) + count)
  }
  return Array.from(counts, ([flow_name, count]) => ({ flow_name, count })).sort(
    (a, b) => b.count - a.count || (a.flow_name ?? '').localeCompare(b.flow_name ?? ''),
  )
}
