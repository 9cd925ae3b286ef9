import type { FoundAttestation } from '#contract/verdict-tree.ts'
import { environmentState } from './environment-state.ts'
import { isWanted, newestEvidence } from './find-attestations.ts'
import { type CompiledPolicy, compilePolicy } from './judge-policy.ts'
import type { AskedArtifact, AskedPolicy, EnvironmentFacts, HoldingFlow } from './policy-facts.ts'
import type { NamedPlace } from './resolve-rule.ts'
import type { ArtifactVerdict, EnvironmentVerdict, PolicyVerdict } from './verdict.ts'

/** Tells what evidence some rule could want: the rest is in no verdict. */
function wantedBy(policies: readonly CompiledPolicy[]) {
  const wanted = policies.flatMap(({ rules }) =>
    rules.flatMap((rule) => (rule.kind === 'attestation' ? [rule.wanted] : [])),
  )
  const known = new Map<string, boolean>()
  return (record: FoundAttestation, key: string): boolean => {
    let answer = known.get(key)
    if (answer === undefined) {
      answer = wanted.some((rule) => isWanted(record, rule))
      known.set(key, answer)
    }
    return answer
  }
}

/** What policies and the allow-list say together (wire.md 23.5). */
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

const nowhere = { flow_name: null, trail_name: null, artifact_status: null, evidence: [] }

/** `evaluateArtifact` for many artifacts: the policies are compiled once. */
export function judgeBy(
  policies: readonly AskedPolicy[],
  allowed: ReadonlySet<string>,
): (artifact: AskedArtifact) => ArtifactVerdict {
  const compiled = policies.map(compilePolicy)
  const isWantedByAny = wantedBy(compiled)

  function placeOf(artifact: AskedArtifact, held: HoldingFlow): NamedPlace {
    const { flow_name, trail_name, state: artifact_status, tags } = held
    const evidence = newestEvidence(held.evidence, isWantedByAny)
    return {
      place: { flow_name, trail_name, artifact_status, evidence },
      names: { flow: { name: flow_name, tags }, artifact },
    }
  }

  return (artifact) => {
    const { name, fingerprint, flows } = artifact
    const places = flows.length
      ? flows.map((held) => placeOf(artifact, held))
      : [{ place: nowhere, names: { flow: null, artifact } }]
    const verdicts = compiled.map(({ judge }) => judge(places))
    return {
      name,
      fingerprint,
      ...reasonOf(verdicts, fingerprint, allowed.has(fingerprint)),
      places: places.map(({ place }) => place),
      policies: verdicts,
    }
  }
}

/** What policies say of one artifact, in the order they are given (wire.md 23.3 and 23.4). */
export const evaluateArtifact = (
  policies: readonly AskedPolicy[],
  artifact: AskedArtifact,
  allowed: ReadonlySet<string> = new Set(),
): ArtifactVerdict => judgeBy(policies, allowed)(artifact)

/**
 * What policies say of a physical environment and of everything that runs there, and why
 * (wire.md 23.5). Policies and artifacts stay in the order they are given.
 */
export function evaluate(facts: EnvironmentFacts): EnvironmentVerdict {
  const { policies, allowed } = facts
  const artifacts = facts.artifacts && facts.artifacts.map(judgeBy(policies, allowed))
  return { ...environmentState(policies.length, artifacts), artifacts: artifacts ?? [] }
}
