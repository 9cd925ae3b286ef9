import type { ResolutionContext } from '#contract/verdict/policy-evaluation.ts'
import type { ArtifactNode } from '#contract/verdict/verdict-tree.ts'
import type { Qualifiers } from '#contract/verdict/qualifiers.ts'
import { type EvidenceLimits, expiredAge, expiredTypes } from './evidence-age.ts'
import { isPlain } from './qualified-verdict.ts'
import { storedQualifiersOf, isOfNothingExpected } from './stored-qualifiers.ts'
import { qualifiersOfArtifact, qualifiersOfListed } from './qualifiers.ts'
import type {
  ArtifactVerdict,
  EvaluatedRule,
  EvidenceLocation,
  RuleResolution,
  RuleVerdict,
} from './verdict.ts'

/** Returns the context of a rule's evaluation as responses show it. */
export function contextOf(
  { definition }: EvaluatedRule,
  location: EvidenceLocation,
): ResolutionContext {
  const { flow_name, trail_name, artifact_status } = location
  const context = { flow_name, trail_name, artifact_status }
  const control = 'for_control' in definition ? definition.for_control : null
  return control === null ? context : { ...context, for_control: control }
}

type RuleNode = ArtifactNode['policies'][number]['rule_evaluations'][number]

/** Returns what carries the state of a trail that a rule asks for; null where fresh evidence does. */
function qualifiersOfState(location: EvidenceLocation, limits: EvidenceLimits): Qualifiers | null {
  const carried = qualifiersOfListed({
    override_count: location.override_ids?.length ?? 0,
    expired: expiredTypes(location.state_evidence ?? {}, limits),
    nothing_expected: isOfNothingExpected(location),
  })
  return isPlain({ verdict: 'compliant', qualifiers: carried }) ? null : carried
}

/**
 * Returns an artifact's verdict as a tree of policies, rules, lookups and the attestations found;
 * each node has the time of its evaluation.
 */
export function artifactNode(
  verdict: ArtifactVerdict,
  evaluated_at: number,
  limits: EvidenceLimits,
): ArtifactNode {
  const { name, fingerprint, compliant, reason, places } = verdict

  function resolutionNode(rule: EvaluatedRule, resolution: RuleResolution) {
    const { type, place: index, found, exception } = resolution
    const location = places[index]!
    const attestations = found.map((at) => {
      const one = location.evidence[at]!
      const expired = expiredAge(one, limits)
      return expired ? { ...one, expired } : one
    })
    const context = contextOf(rule, location)
    const trail = rule.type === 'trail-compliance' ? qualifiersOfState(location, limits) : null
    return {
      evaluated_at,
      type,
      context,
      attestations,
      ...(trail && { trail_qualifiers: trail }),
      ...(exception && { exception }),
    }
  }

  const ruleNode = ({ rule, satisfied, resolutions }: RuleVerdict): RuleNode => ({
    evaluated_at,
    rule,
    satisfied,
    ignored: satisfied === null,
    resolutions: resolutions.map((resolution) => resolutionNode(rule, resolution)),
  })

  return {
    evaluated_at,
    name,
    fingerprint,
    compliant,
    reason,
    qualifiers: qualifiersOfArtifact(storedQualifiersOf(verdict), limits),
    policies: verdict.policies.map(({ policy_name, policy_version, status, rules }) => ({
      evaluated_at,
      policy_name,
      policy_version,
      status,
      rule_evaluations: rules.map(ruleNode),
    })),
  }
}
