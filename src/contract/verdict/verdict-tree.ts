import * as z from 'zod/mini'
import { timestamp } from '#contract/common/fields.ts'
import { policyEvaluation, ruleEvaluation, ruleResolution } from './policy-evaluation.ts'

/** When a node was evaluated, Unix seconds; evidence that came later is not in it. */
const evaluated = { evaluated_at: timestamp }

/** An attestation as far as policies look at it. */
export const foundAttestation = z.object({
  attestation_id: z.string(),
  attestation_name: z.string(),
  /** As on an attestation: `custom:<type_name>`, `system:decision`. */
  attestation_type: z.string(),
  /** Identifier of the control that a decision is for. */
  control: z.nullable(z.string()),
  is_compliant: z.boolean(),
  recorded_at: timestamp,
  /** Somebody said its verdict in place of what was reported. */
  is_override: z.optional(z.literal(true)),
  /** What it was made on. */
  scope: z.enum(['artifact', 'trail']),
})
export type FoundAttestation = z.output<typeof foundAttestation>

const resolutionNode = z.extend(ruleResolution, {
  ...evaluated,
  /** What was found, the newest of each name, oldest first; empty where nothing fits. */
  attestations: z.array(foundAttestation),
})

const ruleNode = z.extend(ruleEvaluation, {
  ...evaluated,
  rule: z.extend(ruleEvaluation.shape.rule, {
    /** 1-based line of the policy's YAML. */
    line: z.int(),
  }),
  /** One for each flow and trail that holds the artifact, or one where none does. */
  resolutions: z.array(resolutionNode),
})

const policyNode = z.extend(policyEvaluation, {
  ...evaluated,
  rule_evaluations: z.array(ruleNode),
})

/** Why an artifact complies with what is asked in an environment, or not. */
export const artifactReasons = [
  'allowed',
  'no_policy',
  'no_fingerprint',
  'policies_satisfied',
  'policies_failed',
] as const

/** Why an artifact has its verdict, down to the evidence. */
export const artifactNode = z.object({
  ...evaluated,
  name: z.string(),
  fingerprint: z.string(),
  /** Null is unknown: no policy was asked. */
  compliant: z.nullable(z.boolean()),
  reason: z.enum(artifactReasons),
  policies: z.array(policyNode),
})
export type ArtifactNode = z.output<typeof artifactNode>

/** Why an environment has its state. */
export const environmentReasons = [
  'no_policy',
  'never_reported',
  'nothing_running',
  'artifacts_compliant',
  'artifacts_failing',
] as const

/** Why an environment has its state: artifacts, policies, rules, what was looked up and found. */
export const environmentNode = z.object({
  ...evaluated,
  /** Null is unknown. */
  state: z.nullable(z.boolean()),
  reason: z.enum(environmentReasons),
  artifacts: z.array(artifactNode),
})
export type EnvironmentNode = z.output<typeof environmentNode>
