import type { Addition, Fix, FixPlan } from '#contract/verdict/fix-plan.ts'
import { additionsFor, reportOn } from './additions.ts'
import { evaluateArtifacts } from '#domain/policy/evaluate-policies.ts'
import { type CandidateFlow, type MendableArtifact, withAddition } from './fix-facts.ts'
import type { NamedPolicy } from '#domain/policy/policy-input.ts'
import type { EvaluatedRule, RuleVerdict } from '#domain/verdict/verdict.ts'

/** A rule by its place among the policies asked. */
interface RuleAt {
  policy: number
  rule: number
}

const keyOf = ({ policy, rule }: RuleAt) => `${policy} ${rule}`

/** More rules than that are not mended for the sake of one. */
const maxRounds = 50

/** What is asked precisely comes first: the same addition may do for what is asked broadly. */
function breadthOf({ type, definition }: EvaluatedRule): number {
  if (type !== 'attestation') return type === 'provenance' ? 3 : 2
  return 'name' in definition && definition.name === '*' && definition.for_control === null ? 1 : 0
}

/** Looks for what makes an artifact comply: what is asked of it, and where it could be reported. */
class Mender {
  readonly #judge: ReturnType<typeof evaluateArtifacts>
  readonly #candidates: readonly CandidateFlow[]

  constructor(policies: readonly NamedPolicy[], candidates: readonly CandidateFlow[]) {
    this.#judge = evaluateArtifacts(policies, new Set())
    this.#candidates = candidates
  }

  judge(artifact: MendableArtifact): readonly (readonly RuleVerdict[])[] {
    return this.#judge(artifact).policies.map(({ rules }) => rules)
  }

  failing(artifact: MendableArtifact): RuleAt[] {
    return this.judge(artifact).flatMap((rules, policy) =>
      rules.flatMap(({ satisfied }, rule) => (satisfied === false ? [{ policy, rule }] : [])),
    )
  }

  with(artifact: MendableArtifact, additions: readonly Addition[]): MendableArtifact {
    return additions.reduce(
      (sofar, added) => withAddition(sofar, added, this.#candidates),
      artifact,
    )
  }

  /** What a rule lacks in each flow that holds the artifact, then in each that could. */
  #optionsFor(at: RuleAt, artifact: MendableArtifact): Addition[][] {
    const { rule } = this.judge(artifact)[at.policy]![at.rule]!
    const here = artifact.flows.map((flow) => additionsFor(rule, flow))
    const isNew = ({ flow_name, trail_name }: CandidateFlow) =>
      !artifact.flows.some((it) => it.flow_name === flow_name && it.trail_name === trail_name)
    const elsewhere = this.#candidates.filter(isNew).flatMap((candidate) => {
      const report = reportOn(candidate, artifact.name)
      const flow = this.with(artifact, [report]).flows.at(-1)
      const more = flow ? additionsFor(rule, flow) : []
      // Reporting alone is enough where the rule then holds, or is not asked any more.
      return more.length > 0 ? [[report], [report, ...more]] : [[report]]
    })
    return [...here.filter((additions) => additions.length > 0), ...elsewhere]
  }

  /**
   * An option with what else it takes: on a new trail rules may apply that did not before. Undefined
   * if the rule does not hold for all that, or another comes to fail.
   */
  #complete(at: RuleAt, artifact: MendableArtifact, option: Addition[]): Addition[] | undefined {
    const failed = new Set(this.failing(artifact).map(keyOf))
    failed.delete(keyOf(at))
    const [{ flow_name, trail_name }] = option as [Addition]
    let all = option
    for (let round = 0; round < maxRounds; round++) {
      const mended = this.with(artifact, all)
      const broken = this.failing(mended).find((it) => !failed.has(keyOf(it)))
      if (!broken) return all
      const { rule } = this.judge(mended)[broken.policy]![broken.rule]!
      const flow = mended.flows.find(
        (it) => it.flow_name === flow_name && it.trail_name === trail_name,
      )
      const more = flow ? additionsFor(rule, flow) : []
      if (more.length === 0 || keyOf(broken) === keyOf(at)) return undefined
      all = [...all, ...more]
    }
    return undefined
  }

  /** The fewest additions that mend a rule; of as many, those in the flow that came first. */
  mend(at: RuleAt, artifact: MendableArtifact): Addition[] | undefined {
    return this.#optionsFor(at, artifact)
      .flatMap((option) => {
        const complete = this.#complete(at, artifact, option)
        return complete ? [complete] : []
      })
      .toSorted((a, b) => a.length - b.length)[0]
  }

  /** Mends one rule after the other, each with what was added for those before. */
  mendAll(artifact: MendableArtifact): Addition[] | null {
    const all: Addition[] = []
    for (let mended = artifact; ;) {
      const judged = this.judge(mended)
      const breadth = ({ policy, rule }: RuleAt) => breadthOf(judged[policy]![rule]!.rule)
      const [next] = this.failing(mended).toSorted((a, b) => breadth(a) - breadth(b))
      if (!next) return all
      const additions = this.mend(next, mended)
      if (!additions) return null
      all.push(...additions)
      mended = this.with(mended, additions)
    }
  }
}

/**
 * What makes a failing artifact comply: for each failing rule the fewest additions, in the flow
 * that needs fewest, and all of them together; each was tried by evaluating again. `candidates` are
 * flows in which the artifact could be reported; those of its legacy records count as well if they
 * are among them.
 */
export function planFix(
  policies: readonly NamedPolicy[],
  artifact: MendableArtifact,
  candidates: readonly CandidateFlow[],
): FixPlan {
  const mender = new Mender(policies, candidates)
  const judged = mender.judge(artifact)
  const fixes = mender.failing(artifact).flatMap((at): Fix[] => {
    const additions = mender.mend(at, artifact)
    if (!additions) return []
    const { rule } = judged[at.policy]![at.rule]!
    const { policy_name } = policies[at.policy]!
    return [{ policy_name, rule_type: rule.type, line: rule.line, additions }]
  })
  const canComply = artifact.fingerprint !== ''
  return { fixes, additions: canComply ? mender.mendAll(artifact) : null }
}
