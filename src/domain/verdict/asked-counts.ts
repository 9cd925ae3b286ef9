import type { AskedCounts } from '#contract/verdict/standing.ts'
import { overridesOfRule } from './qualifiers.ts'
import type { ArtifactVerdict, RuleResolution } from './verdict.ts'

/** A rule of a verdict with what tells whether it was asked. */
export interface AskedRule {
  policy_name: string
  type: ArtifactVerdict['policies'][number]['rules'][number]['rule']['type']
  /** Identifier of the control that it asks a decision for. */
  for_control: string | null
  /** Null: it does not apply. */
  satisfied: boolean | null
  /** Whether an exception of the policy frees from it. */
  is_exempt: boolean
  /** Only where the verdict may rest on an override. */
  resolutions: readonly RuleResolution[] | null
}

/** Running artifacts of an environment with equal verdicts. */
export interface RunningGroup {
  environment_id: string
  /** Null: not evaluated yet. */
  rules: readonly AskedRule[] | null
  /** Only where the verdict may rest on an override. */
  places: ArtifactVerdict['places'] | null
  is_allow_listed: boolean
  /** The active flows that hold them; null where nobody wants to know. */
  flows: readonly { name: string; tags: Record<string, string> }[] | null
  count: number
}

export const noArtifacts: AskedCounts = {
  passed: 0,
  by_exception: 0,
  failed: 0,
  allow_listed: 0,
  stale: 0,
  unknown: 0,
  not_asked: 0,
}

type Outcome = 'passed' | 'by_exception' | 'failed' | 'not_asked'

const restsOnOverride = (
  { type, satisfied, resolutions }: AskedRule,
  places: ArtifactVerdict['places'] | null,
): boolean =>
  places !== null &&
  resolutions !== null &&
  overridesOfRule({ rule: { type }, satisfied, resolutions }, places).length > 0

/**
 * Returns what some rules come to for an artifact: not asked where none applies, unless an exception
 * frees it, which is a way to pass.
 */
export function askedOutcome(
  rules: readonly AskedRule[],
  places: ArtifactVerdict['places'] | null = null,
): Outcome {
  if (rules.some(({ satisfied }) => satisfied === false)) return 'failed'
  const isByException = rules.some(
    (rule) => rule.is_exempt || (rule.satisfied === true && restsOnOverride(rule, places)),
  )
  if (isByException) return 'by_exception'
  return rules.some(({ satisfied }) => satisfied === true) ? 'passed' : 'not_asked'
}

/**
 * Counts the running artifacts of an environment by what the chosen rules come to.
 * @param environment whether a policy with such a rule is attached there, and whether it is stale
 */
export function countAsked(
  groups: readonly RunningGroup[],
  isChosen: (rule: AskedRule) => boolean,
  environment: { isAsked: boolean; isStale: boolean },
): AskedCounts {
  return sumAsked(
    groups.map(({ rules, places, is_allow_listed, count }) => {
      if (!environment.isAsked) return { ...noArtifacts, not_asked: count }
      if (rules === null) return { ...noArtifacts, unknown: count }
      const outcome = askedOutcome(rules.filter(isChosen), places)
      if (outcome === 'not_asked') return { ...noArtifacts, not_asked: count }
      if (environment.isStale) return { ...noArtifacts, stale: count }
      if (outcome === 'by_exception') return { ...noArtifacts, passed: count, by_exception: count }
      const allow_listed = outcome === 'failed' && is_allow_listed ? count : 0
      return { ...noArtifacts, [outcome]: count, allow_listed }
    }),
  )
}

/** Adds up counts of different artifacts. */
export const sumAsked = (counts: readonly AskedCounts[]): AskedCounts =>
  counts.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      by_exception: sum.by_exception + one.by_exception,
      failed: sum.failed + one.failed,
      allow_listed: sum.allow_listed + one.allow_listed,
      stale: sum.stale + one.stale,
      unknown: sum.unknown + one.unknown,
      not_asked: sum.not_asked + one.not_asked,
    }),
    noArtifacts,
  )

/** Returns the population of counts. */
export const populationOf = ({ passed, failed, stale, unknown, not_asked }: AskedCounts): number =>
  passed + failed + stale + unknown + not_asked
