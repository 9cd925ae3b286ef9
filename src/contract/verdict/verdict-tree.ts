import * as z from 'zod/mini'
import { timestamp } from '#contract/common/fields.ts'
import { expiredAge, qualifiers } from './qualifiers.ts'
import { policyEvaluation, ruleEvaluation, ruleResolution } from './policy-evaluation.ts'

/** Time of evaluation in Unix seconds; later evidence is not considered. */
const evaluated = { evaluated_at: timestamp }

/** An attestation with the fields that policies use. */
const foundAttestation = z.object({
  attestation_id: z.string(),
  attestation_name: z.string(),
  /** Full type, like `custom:<type_name>` or `system:decision`. */
  attestation_type: z.string(),
  /** Identifier of the control of a decision. */
  control: z.nullable(z.string()),
  is_compliant: z.boolean(),
  recorded_at: timestamp,
  /** Only where it is older than the organization allows, now or at the end of the snapshot. */
  expired: z.optional(expiredAge),
  /** Whether an override replaced its own verdict. */
  is_override: z.optional(z.literal(true)),
  /** Subject of the attestation. */
  scope: z.enum(['artifact', 'trail']),
})
export type FoundAttestation = z.output<typeof foundAttestation>

const resolutionNode = z.extend(ruleResolution, {
  ...evaluated,
  /** Matching attestations, the newest of each name, oldest first. */
  attestations: z.array(foundAttestation),
  /** Of a rule on trails, what carries the state of this one, where fresh evidence alone does not. */
  trail_qualifiers: z.optional(qualifiers),
  /** Exception of the policy by which the rule is not asked. */
  exception: z.optional(
    z.object({
      text: z.string(),
      /** 1-based line of the policy's YAML, if known. */
      line: z.nullable(z.int()),
    }),
  ),
})

const ruleNode = z.extend(ruleEvaluation, {
  ...evaluated,
  rule: z.extend(ruleEvaluation.shape.rule, {
    /** 1-based line of the policy's YAML. */
    line: z.int(),
  }),
  /** One for each flow and trail that holds the artifact, or a single one where none does. */
  resolutions: z.array(resolutionNode),
})

const policyNode = z.extend(policyEvaluation, {
  ...evaluated,
  rule_evaluations: z.array(ruleNode),
})

/** Reasons for the verdict on an artifact in an environment. */
export const artifactReasons = [
  'allowed',
  'no_policy',
  'no_fingerprint',
  'policies_satisfied',
  'policies_failed',
] as const

/** Verdict on an artifact with its reasons, down to the evidence. */
export const artifactNode = z.object({
  ...evaluated,
  name: z.string(),
  fingerprint: z.string(),
  /** Null is unknown: no policy was applied. */
  compliant: z.nullable(z.boolean()),
  reason: z.enum(artifactReasons),
  /** Qualifiers of the verdict. */
  qualifiers,
  policies: z.array(policyNode),
})
export type ArtifactNode = z.output<typeof artifactNode>

/** Reasons for the state of an environment. */
export const environmentReasons = [
  'no_policy',
  'never_reported',
  'nothing_running',
  'artifacts_compliant',
  'artifacts_failing',
] as const
