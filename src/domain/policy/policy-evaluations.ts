import type { PolicyDocument, RequirementRule } from '#contract/policy/policy-document.ts'
import type { AppliedPolicy, PolicyEvaluation } from '#contract/verdict/policy-evaluation.ts'
import type { ArtifactVerdict, EvaluatedRule } from '#domain/verdict/verdict.ts'
import { contextOf } from '#domain/verdict/verdict-tree.ts'

/** Returns a rule without its line. */
const ruleWithoutLine = ({ type, definition }: EvaluatedRule) => ({ type, definition })

/** Returns the result of each policy for an artifact, as asserts and snapshots show it. */
export const policyEvaluations = ({ places, policies }: ArtifactVerdict): PolicyEvaluation[] =>
  policies.map(({ policy_name, policy_version, status, rules }) => ({
    policy_name,
    policy_version,
    status,
    rule_evaluations: rules.map(({ rule, satisfied, resolutions }) => ({
      rule: ruleWithoutLine(rule),
      satisfied,
      ignored: satisfied === null,
      resolutions: resolutions.map(({ type, place }) => ({
        type,
        context: contextOf(rule, places[place]!),
      })),
    })),
  }))

const dumpRequirement = ({ required, exceptions }: RequirementRule) => ({
  required,
  exceptions: exceptions.map((exception) => ({ if_condition: exception.if })),
})

/** Returns a policy as snapshots store it. */
export const dumpPolicy = ({ artifacts }: PolicyDocument): AppliedPolicy['policy_dump'] => ({
  schema_version: '1',
  artifacts: {
    provenance: dumpRequirement(artifacts.provenance),
    trail_compliance: dumpRequirement(artifacts.trail_compliance),
    attestations: artifacts.attestations.map((rule) => ({
      if_condition: rule.if,
      name: rule.name,
      type: rule.type,
      must_be_compliant: rule.must_be_compliant,
      for_control: rule.for_control,
    })),
  },
})
