import { resolutionTypes } from '#contract/verdict/policy-evaluation.ts'
import type { MatchBudget } from '#domain/expression/evaluate-expression.ts'
import type { NamedPolicy } from './policy-input.ts'
import { type CompiledRule, rulesOf } from './policy-rules.ts'
import { lookUp, type Lookup, type NamedLocation } from './resolve-rule.ts'
import type { PolicyVerdict, RuleException, RuleVerdict } from '#domain/verdict/verdict.ts'

/** Trie of verdicts by lookup results: most artifacts of an environment share theirs. */
interface Known {
  verdict?: PolicyVerdict
  /** By number of the type or evidence, or by exception. */
  next: Map<number | RuleException, Known>
}

const typeNumbers = new Map(resolutionTypes.map((type, index) => [type, index]))

function step(known: Known, by: number | RuleException): Known {
  let next = known.next.get(by)
  if (!next) {
    next = { next: new Map() }
    known.next.set(by, next)
  }
  return next
}

function stepBy(known: Known, { type, found, exception }: Lookup): Known {
  let next = step(known, exception ?? typeNumbers.get(type)!)
  for (const index of found) next = step(next, typeNumbers.size + index)
  return next
}

/** Combines lookups: satisfied if one is, ignored (null) if none applies. */
function ruleVerdict({ rule }: CompiledRule, lookups: readonly Lookup[]): RuleVerdict {
  const isIgnored = lookups.every(({ type }) => type === 'rule_not_applicable')
  const isSatisfied = lookups.some(({ type }) => type === 'rule_satisfied')
  return {
    rule,
    satisfied: isIgnored ? null : isSatisfied,
    resolutions: lookups.map(({ type, found, exception }, place) => ({
      type,
      place,
      found: [...found],
      ...(exception && { exception }),
    })),
  }
}

function policyVerdict(
  { policy_name, policy_version }: NamedPolicy,
  rules: readonly RuleVerdict[],
): PolicyVerdict {
  const isFailing = rules.some(({ satisfied }) => satisfied === false)
  return { policy_name, policy_version, status: isFailing ? 'NON-COMPLIANT' : 'COMPLIANT', rules }
}

/** A policy version, compiled to evaluate artifacts by their flows and trails. */
export interface CompiledPolicy {
  rules: readonly CompiledRule[]
  evaluate: (locations: readonly NamedLocation[]) => PolicyVerdict
}

/** Compiles a policy version; artifacts with the same results share one verdict object. */
export function compilePolicy(named: NamedPolicy, budget?: MatchBudget): CompiledPolicy {
  const rules = rulesOf(named.policy, budget)
  const start: Known = { next: new Map() }
  function evaluate(locations: readonly NamedLocation[]): PolicyVerdict {
    let known = step(start, locations.length)
    const lookups: Lookup[] = []
    for (const rule of rules) {
      for (const location of locations) {
        const found = lookUp(rule, location)
        lookups.push(found)
        known = stepBy(known, found)
      }
    }
    known.verdict ??= policyVerdict(
      named,
      rules.map((rule, index) => {
        const from = index * locations.length
        return ruleVerdict(rule, lookups.slice(from, from + locations.length))
      }),
    )
    return known.verdict
  }
  return { rules, evaluate }
}
