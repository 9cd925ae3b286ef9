import type { OutcomeCounts } from '#contract/verdict/standing.ts'
import { passesByNothing, overridesOfRule } from './stored-qualifiers.ts'
import type { ArtifactVerdict, RuleResolution } from './verdict.ts'

/** A rule of a verdict with what tells whether it was asked. */
export interface AppliedRule {
  policy_name: string
  policy_version: number
  /** Index among the rules of the policy. */
  position: number
  type: ArtifactVerdict['policies'][number]['rules'][number]['rule']['type']
  /** Identifier of the control that it asks a decision for. */
  for_control: string | null
  /** Null: it does not apply. */
  satisfied: boolean | null
  /** Whether an exception of the policy frees from it. */
  is_exempt: boolean
  /** Only where the verdict may rest on an override, on expired evidence, or on nothing. */
  resolutions: readonly RuleResolution[] | null
}

/** Evidence in a flow and trail that is older than allowed. */
interface ExpiredPlace {
  /** Indexes of the evidence there. */
  found: readonly number[]
  /** Whether the state of the trail rests on such evidence. */
  is_state: boolean
}

/** Running artifacts of an environment with equal verdicts. */
export interface RunningGroup {
  environment_id: string
  /** Null: not evaluated yet. */
  rules: readonly AppliedRule[] | null
  /** Only where the verdict may rest on an override, or on a trail of which nothing is expected. */
  places: ArtifactVerdict['places'] | null
  /** One for each of `places`; null where nothing has expired. */
  expired: readonly ExpiredPlace[] | null
  is_allow_listed: boolean
  /** The active flows that hold them; null where nobody wants to know. */
  flows: readonly { name: string; tags: Record<string, string> }[] | null
  count: number
}

export const noArtifacts: OutcomeCounts = {
  passed: 0,
  expired: 0,
  by_exception: 0,
  failed: 0,
  allow_listed: 0,
  stale: 0,
  unknown: 0,
  not_asked: 0,
}

type Outcome = 'passed' | 'expired' | 'by_exception' | 'failed' | 'not_asked'

/** Whether a rule rests on something, which only its resolutions and places tell. */
const restsOn = (
  is: typeof passesByNothing,
  { type, satisfied, resolutions }: AppliedRule,
  places: ArtifactVerdict['places'] | null,
): boolean =>
  places !== null && resolutions !== null && is({ rule: { type }, satisfied, resolutions }, places)

const passesByOverride: typeof passesByNothing = (rule, places) =>
  overridesOfRule(rule, places).length > 0

const restsOnExpired = (
  { type, satisfied, resolutions }: AppliedRule,
  expired: readonly ExpiredPlace[],
): boolean =>
  satisfied === true &&
  (resolutions ?? []).some((one) => {
    const { found, is_state } = expired[one.place]!
    if (one.type !== 'rule_satisfied') return false
    return type === 'trail-compliance' ? is_state : one.found.some((index) => found.includes(index))
  })

/**
 * Returns what some rules come to for an artifact: not asked where none applies, unless an exception
 * frees it, which is a way to pass, and where one asks for a trail of which nothing is expected. Time
 * comes before people, as in `standingOf`.
 */
export function outcomeOfRules(
  rules: readonly AppliedRule[],
  { places = null, expired = null }: Partial<Pick<RunningGroup, 'places' | 'expired'>> = {},
): Outcome {
  if (rules.some(({ satisfied }) => satisfied === false)) return 'failed'
  if (expired && rules.some((rule) => restsOnExpired(rule, expired))) return 'expired'
  if (rules.some((rule) => rule.is_exempt || restsOn(passesByOverride, rule, places)))
    return 'by_exception'
  if (rules.some((rule) => restsOn(passesByNothing, rule, places))) return 'not_asked'
  return rules.some(({ satisfied }) => satisfied === true) ? 'passed' : 'not_asked'
}

/**
 * Counts the running artifacts of an environment by what the chosen rules come to.
 * @param environment whether a policy with such a rule is attached there, and whether it is stale
 */
export function countOutcomes(
  groups: readonly RunningGroup[],
  isChosen: (rule: AppliedRule) => boolean,
  environment: { hasRule: boolean; isStale: boolean },
): OutcomeCounts {
  return sumOutcomes(
    groups.map(({ rules, is_allow_listed, count, ...evidence }) => {
      if (!environment.hasRule) return { ...noArtifacts, not_asked: count }
      if (rules === null) return { ...noArtifacts, unknown: count }
      const outcome = outcomeOfRules(rules.filter(isChosen), evidence)
      if (outcome === 'not_asked') return { ...noArtifacts, not_asked: count }
      if (environment.isStale) return { ...noArtifacts, stale: count }
      if (outcome === 'by_exception' || outcome === 'expired') {
        return { ...noArtifacts, passed: count, [outcome]: count }
      }
      const allow_listed = outcome === 'failed' && is_allow_listed ? count : 0
      return { ...noArtifacts, [outcome]: count, allow_listed }
    }),
  )
}

/** Adds up counts of different artifacts. */
export function sumOutcomes(counts: readonly OutcomeCounts[]): OutcomeCounts {
  const sum = { ...noArtifacts }
  const names = Object.keys(noArtifacts) as (keyof OutcomeCounts)[]
  for (const one of counts) for (const name of names) sum[name] += one[name]
  return sum
}

/**
 * Returns what else than fresh evidence those that pass do so by: "2 on expired evidence", "1 by
 * exception".
 * @param whole text after each number that tells what it is part of
 */
export const passedBy = ({ expired, by_exception }: OutcomeCounts, whole = ''): string[] => [
  ...(expired > 0 ? [`${expired}${whole} on expired evidence`] : []),
  ...(by_exception > 0 ? [`${by_exception}${whole} by exception`] : []),
]

/** Returns the population of counts. */
export const populationOf = ({
  passed,
  failed,
  stale,
  unknown,
  not_asked,
}: OutcomeCounts): number => passed + failed + stale + unknown + not_asked
