import * as z from 'zod/mini'
import { trailState } from './compliance-status.ts'

/** An expression of a policy without its `${{ }}`. */
const condition = z.object({ text: z.string() })

/** Types of policy rules. */
export const ruleTypes = ['provenance', 'trail-compliance', 'attestation'] as const
export type RuleType = (typeof ruleTypes)[number]

const requirementDefinition = z.object({
  required: z.boolean(),
  exceptions: z.array(z.object({ if: condition })),
})
export type RequirementDefinition = z.output<typeof requirementDefinition>

const attestationDefinition = z.object({
  if: z.nullable(condition),
  name: z.string(),
  type: z.string(),
  must_be_compliant: z.boolean(),
  for_control: z.nullable(z.string()),
})
export type AttestationDefinition = z.output<typeof attestationDefinition>

const rule = {
  type: z.enum(ruleTypes),
  definition: z.union([requirementDefinition, attestationDefinition]),
}

/** Results of evaluating a rule in one flow and trail. */
export const resolutionTypes = [
  'rule_satisfied',
  'rule_not_applicable',
  'missing_attestation',
  'non_compliant_attestation',
  'non_compliant_in_trail',
  'legacy_flow',
  'missing_provenance',
] as const
export type ResolutionType = (typeof resolutionTypes)[number]

/** Flow and trail of the evaluation; all null where no flow holds the artifact. */
const resolutionContext = z.object({
  flow_name: z.nullable(z.string()),
  /** Null for a legacy record, too. */
  trail_name: z.nullable(z.string()),
  artifact_status: z.nullable(trailState),
  /** Identifier of the control for which the rule requires a decision. */
  for_control: z.optional(z.string()),
})
export type ResolutionContext = z.output<typeof resolutionContext>

export const ruleResolution = z.object({
  type: z.enum(resolutionTypes),
  context: resolutionContext,
})

/** Null: the rule applies to the artifact in no flow, and is ignored. */
const satisfied = z.nullable(z.boolean())

export const ruleEvaluation = z.object({
  rule: z.object(rule),
  satisfied,
  ignored: z.boolean(),
  resolutions: z.array(ruleResolution),
})

const policyVerdict = {
  policy_name: z.string(),
  policy_version: z.int(),
  status: z.enum(['COMPLIANT', 'NON-COMPLIANT']),
}

/** Result of a policy for an artifact, in asserts and in snapshots. */
export const policyEvaluation = z.object({
  ...policyVerdict,
  rule_evaluations: z.array(ruleEvaluation),
})
export type PolicyEvaluation = z.output<typeof policyEvaluation>

const requirementDump = z.object({
  required: z.boolean(),
  exceptions: z.array(z.object({ if_condition: condition })),
})

/** A policy version that evaluated a snapshot, and the artifacts that fail it. */
export const appliedPolicy = z.object({
  id: z.string(),
  name: z.string(),
  version: z.int(),
  policy_dump: z.object({
    schema_version: z.literal('1'),
    artifacts: z.object({
      provenance: requirementDump,
      trail_compliance: requirementDump,
      attestations: z.array(
        z.object({
          if_condition: z.nullable(condition),
          name: z.string(),
          type: z.string(),
          must_be_compliant: z.boolean(),
          for_control: z.nullable(z.string()),
        }),
      ),
    }),
  }),
  /** Fingerprints, each once. */
  failing_artifacts: z.array(z.string()),
})
export type AppliedPolicy = z.output<typeof appliedPolicy>
