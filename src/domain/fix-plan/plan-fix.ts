import type { Addition, Fix, FixPlan } from '#contract/verdict/fix-plan.ts'
import { additionsFor, reportOn } from './additions.ts'
import { evaluateArtifacts } from '#domain/policy/evaluate-policies.ts'
import { type CandidateFlow, type FixableArtifact, withAddition } from './fix-facts.ts'
import type { NamedPolicy } from '#domain/policy/policy-input.ts'
import type { EvaluatedRule, RuleVerdict } from '#domain/verdict/verdict.ts'

/** Position of a rule in the list of policies. */
interface RuleAt {
  policy: number
  rule: number
}

const keyOf = ({ policy, rule }: RuleAt) => `${policy} ${rule}`

/** Maximum number of further rules to fix for the sake of one. */
const maxRounds = 50

/** Ranks rules: specific ones come first, since their additions may satisfy broad ones too. */
function breadthOf({ type, definition }: EvaluatedRule): number {
  if (type !== 'attestation') return type === 'provenance' ? 3 : 2
  return 'name' in definition && definition.name === '*' && definition.for_control === null ? 1 : 0
}

/** Searches for additions that make an artifact comply with policies. */
class FixPlanner {
  readonly #evaluate: ReturnType<typeof evaluateArtifacts>
  readonly #candidates: readonly CandidateFlow[]

  constructor(policies: readonly NamedPolicy[], candidates: readonly CandidateFlow[]) {
    this.#evaluate = evaluateArtifacts(policies, new Set())
    this.#candidates = candidates
  }

  evaluate(artifact: FixableArtifact): readonly (readonly RuleVerdict[])[] {
    return this.#evaluate(artifact).policies.map(({ rules }) => rules)
  }

  failing(artifact: FixableArtifact): RuleAt[] {
    return this.evaluate(artifact).flatMap((rules, policy) =>
      rules.flatMap(({ satisfied }, rule) => (satisfied === false ? [{ policy, rule }] : [])),
    )
  }

  with(artifact: FixableArtifact, additions: readonly Addition[]): FixableArtifact {
    return additions.reduce(
      (sofar, added) => withAddition(sofar, added, this.#candidates),
      artifact,
    )
  }

  /** Returns what a rule needs in each flow that holds the artifact, then in each candidate. */
  #optionsFor(at: RuleAt, artifact: FixableArtifact): Addition[][] {
    const { rule } = this.evaluate(artifact)[at.policy]![at.rule]!
    const here = artifact.flows.map((flow) => additionsFor(rule, flow))
    const isNew = ({ flow_name, trail_name }: CandidateFlow) =>
      !artifact.flows.some((it) => it.flow_name === flow_name && it.trail_name === trail_name)
    const elsewhere = this.#candidates.filter(isNew).flatMap((candidate) => {
      const report = reportOn(candidate, artifact.name)
      const flow = this.with(artifact, [report]).flows.at(-1)
      const more = flow ? additionsFor(rule, flow) : []
      // The report alone is enough where the rule is then satisfied, or no longer applies.
      return more.length > 0 ? [[report], [report, ...more]] : [[report]]
    })
    return [...here.filter((additions) => additions.length > 0), ...elsewhere]
  }

  /**
   * Completes an option for rules that apply only on the new trail. Returns undefined if the rule
   * still fails, or another begins to fail.
   */
  #complete(at: RuleAt, artifact: FixableArtifact, option: Addition[]): Addition[] | undefined {
    const failed = new Set(this.failing(artifact).map(keyOf))
    failed.delete(keyOf(at))
    const [{ flow_name, trail_name }] = option as [Addition]
    let all = option
    for (let round = 0; round < maxRounds; round++) {
      const changed = this.with(artifact, all)
      const broken = this.failing(changed).find((it) => !failed.has(keyOf(it)))
      if (!broken) return all
      const { rule } = this.evaluate(changed)[broken.policy]![broken.rule]!
      const flow = changed.flows.find(
        (it) => it.flow_name === flow_name && it.trail_name === trail_name,
      )
      const more = flow ? additionsFor(rule, flow) : []
      if (more.length === 0 || keyOf(broken) === keyOf(at)) return undefined
      all = [...all, ...more]
    }
    return undefined
  }

  /** Returns the fewest additions that fix a rule; of equally many, those in the first flow. */
  fixRule(at: RuleAt, artifact: FixableArtifact): Addition[] | undefined {
    return this.#optionsFor(at, artifact)
      .flatMap((option) => {
        const complete = this.#complete(at, artifact, option)
        return complete ? [complete] : []
      })
      .toSorted((a, b) => a.length - b.length)[0]
  }

  /** Fixes one rule after the other, each with the additions for those before. */
  fixAll(artifact: FixableArtifact): Addition[] | null {
    const all: Addition[] = []
    for (let changed = artifact; ;) {
      const results = this.evaluate(changed)
      const breadth = ({ policy, rule }: RuleAt) => breadthOf(results[policy]![rule]!.rule)
      const [next] = this.failing(changed).toSorted((a, b) => breadth(a) - breadth(b))
      if (!next) return all
      const additions = this.fixRule(next, changed)
      if (!additions) return null
      all.push(...additions)
      changed = this.with(changed, additions)
    }
  }
}

/**
 * Plans how to make a failing artifact comply: for each failing rule the fewest additions, in the
 * flow that needs fewest, and all of them together, each verified by evaluation. `candidates` are
 * flows in which the artifact could be reported; flows of its legacy records may be among them.
 */
export function planFix(
  policies: readonly NamedPolicy[],
  artifact: FixableArtifact,
  candidates: readonly CandidateFlow[],
): FixPlan {
  const planner = new FixPlanner(policies, candidates)
  const results = planner.evaluate(artifact)
  const fixes = planner.failing(artifact).flatMap((at): Fix[] => {
    const additions = planner.fixRule(at, artifact)
    if (!additions) return []
    const { rule } = results[at.policy]![at.rule]!
    const { policy_name } = policies[at.policy]!
    return [{ policy_name, rule_type: rule.type, line: rule.line, additions }]
  })
  const canComply = artifact.fingerprint !== ''
  return { fixes, additions: canComply ? planner.fixAll(artifact) : null }
}
