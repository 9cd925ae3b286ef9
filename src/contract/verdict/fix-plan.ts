import * as z from 'zod/mini'
import { ruleTypes } from './policy-evaluation.ts'

/** An artifact to be reported: no flow holds it, or only a legacy record without a trail. */
const reportArtifact = z.object({
  kind: z.literal('report_artifact'),
  flow_name: z.string(),
  /** Name of a new trail of that flow. */
  trail_name: z.string(),
  template_reference_name: z.string(),
})

/** A compliant attestation to be reported. */
const attest = z.object({
  kind: z.literal('attest'),
  flow_name: z.string(),
  trail_name: z.string(),
  scope: z.enum(['artifact', 'trail']),
  attestation_name: z.string(),
  /** Full type, like `custom:<type_name>` or `system:decision`. */
  attestation_type: z.string(),
  /** Identifier of the control of a decision; null for any. */
  control: z.nullable(z.string()),
  /** Id of the non-compliant attestation that it replaces, which could be overridden instead. */
  replaces_attestation_id: z.nullable(z.string()),
})

/** An addition that a rule needs to be satisfied. */
const addition = z.union([reportArtifact, attest])
export type Addition = z.output<typeof addition>

/** The fewest additions that satisfy a failing rule of a policy, verified by evaluation. */
const fix = z.object({
  policy_name: z.string(),
  rule_type: z.enum(ruleTypes),
  /** 1-based line in the policy's YAML. */
  line: z.int(),
  additions: z.array(addition),
})
export type Fix = z.output<typeof fix>

/** Additions that make an artifact comply with its policies. */
export const fixPlan = z.object({
  /** One for each failing rule that additions can satisfy. */
  fixes: z.array(fix),
  /** All additions in order, each once; null where they cannot make the artifact comply. */
  additions: z.nullable(z.array(addition)),
})
export type FixPlan = z.output<typeof fixPlan>
