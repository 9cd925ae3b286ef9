import type { FoundAttestation } from '#contract/verdict/verdict-tree.ts'
import type { MatchBudget } from '#domain/expression/evaluate-expression.ts'
import { oldestTimes } from '#domain/verdict/evidence-age.ts'
import {
  environmentState,
  type ArtifactVerdict,
  type EnvironmentVerdict,
  type PolicyVerdict,
} from '#domain/verdict/verdict.ts'
import { type CompiledPolicy, compilePolicy } from './compile-policy.ts'
import {
  evidenceOfState,
  isWanted,
  type NamedLocation,
  newestEvidence,
  shareLookups,
} from './resolve-rule.ts'
import type { PolicyInput, NamedPolicy, EnvironmentFacts, ArtifactOrigin } from './policy-input.ts'

/** Returns a test for evidence that some rule can use; the rest is in no verdict. */
function wantedBy(policies: readonly CompiledPolicy[]) {
  const wanted = policies.flatMap(({ rules }) =>
    rules.flatMap((rule) => (rule.kind === 'attestation' ? [rule.wanted] : [])),
  )
  const known = new Map<string, boolean>()
  return (record: FoundAttestation, key: string): boolean => {
    let result = known.get(key)
    if (result === undefined) {
      result = wanted.some((rule) => isWanted(record, rule))
      known.set(key, result)
    }
    return result
  }
}

/** Combines the verdicts of policies with the allow-list. */
function reasonOf(
  policies: readonly PolicyVerdict[],
  fingerprint: string,
  isAllowed: boolean,
): Pick<ArtifactVerdict, 'compliant' | 'reason'> {
  if (policies.length === 0) return { compliant: null, reason: 'no_policy' }
  if (isAllowed) return { compliant: true, reason: 'allowed' }
  if (fingerprint === '') return { compliant: false, reason: 'no_fingerprint' }
  return policies.some(({ status }) => status === 'NON-COMPLIANT')
    ? { compliant: false, reason: 'policies_failed' }
    : { compliant: true, reason: 'policies_satisfied' }
}

/** Returns the oldest time of each type among some evidence. */
const timesOf = (evidence: readonly FoundAttestation[]) =>
  oldestTimes(evidence.map(({ attestation_type, recorded_at }) => [attestation_type, recorded_at]))

const nowhere = { flow_name: null, trail_name: null, artifact_status: null, evidence: [] }

/** Work in short steps, between which a caller may do other things. */
type Steps<T> = Generator<undefined, T, undefined>

function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Like `evaluateArtifacts`, in steps of one policy each. */
function evaluateArtifactsStepwise(
  policies: readonly NamedPolicy[],
  allowed: ReadonlySet<string>,
  budget?: MatchBudget,
): (artifact: PolicyInput) => Steps<ArtifactVerdict> {
  const compiled = policies.map((policy) => compilePolicy(policy, budget))
  const isWantedByAny = wantedBy(compiled)
  const knownOf = shareLookups()
  const needsTrailState = compiled.some(({ rules }) =>
    rules.some(({ kind }) => kind === 'trail-compliance'),
  )

  function namedLocationOf(artifact: PolicyInput, held: ArtifactOrigin): NamedLocation {
    const { flow_name, trail_name, state: artifact_status, override_ids, tags } = held
    const evidence = newestEvidence(held.evidence, isWantedByAny)
    const location = {
      flow_name,
      trail_name,
      artifact_status,
      ...(override_ids?.length && { override_ids }),
      ...(needsTrailState && {
        state_evidence: timesOf(evidenceOfState(held.state, held.evidence)),
      }),
      evidence,
    }
    const names = { flow: { name: flow_name, tags }, artifact }
    return { location, names, known: knownOf(location) }
  }

  return function* evaluateOne(artifact) {
    const { name, fingerprint, flows } = artifact
    const locations = flows.length
      ? flows.map((held) => namedLocationOf(artifact, held))
      : [{ location: nowhere, names: { flow: null, artifact }, known: knownOf(nowhere) }]
    const verdicts: PolicyVerdict[] = []
    for (const policy of compiled) {
      verdicts.push(policy.evaluate(locations))
      yield
    }
    return {
      name,
      fingerprint,
      ...reasonOf(verdicts, fingerprint, allowed.has(fingerprint)),
      places: locations.map(({ location }) => location),
      policies: verdicts,
    }
  }
}

/** Like `evaluateArtifact`, for many artifacts: compiles the policies once. */
export function evaluateArtifacts(
  policies: readonly NamedPolicy[],
  allowed: ReadonlySet<string>,
): (artifact: PolicyInput) => ArtifactVerdict {
  const evaluateOne = evaluateArtifactsStepwise(policies, allowed)
  return (artifact) => finish(evaluateOne(artifact))
}

/** Evaluates one artifact by policies, in their given order. */
export const evaluateArtifact = (
  policies: readonly NamedPolicy[],
  artifact: PolicyInput,
  allowed: ReadonlySet<string> = new Set(),
): ArtifactVerdict => evaluateArtifacts(policies, allowed)(artifact)

/**
 * Evaluates a physical environment and everything that runs there, with reasons. Policies and
 * artifacts keep their given order.
 */
export const evaluate = (facts: EnvironmentFacts): EnvironmentVerdict =>
  finish(evaluateStepwise(facts))

/** Like `evaluate`, in short steps, within a budget for the regular expressions of the policies. */
export function* evaluateStepwise(
  facts: EnvironmentFacts,
  budget?: MatchBudget,
): Steps<EnvironmentVerdict> {
  const { policies, allowed } = facts
  const evaluateOne = evaluateArtifactsStepwise(policies, allowed, budget)
  const artifacts: ArtifactVerdict[] | null = facts.artifacts && []
  for (const artifact of facts.artifacts ?? []) artifacts?.push(yield* evaluateOne(artifact))
  return { ...environmentState(policies.length, artifacts), artifacts: artifacts ?? [] }
}
