import * as z from 'zod/mini'
import { ruleTypes } from './policy-evaluation.ts'

/** An artifact to be reported where no flow, or only a record without a trail, holds it. */
const reportArtifact = z.object({
  kind: z.literal('report_artifact'),
  flow_name: z.string(),
  /** A new trail of that flow. */
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
  /** As on an attestation: `custom:<type_name>`, `system:decision`. */
  attestation_type: z.string(),
  /** Identifier of the control that a decision is for; null where any will do. */
  control: z.nullable(z.string()),
  /** The non-compliant attestation that it replaces, which could be overridden instead. */
  replaces_attestation_id: z.nullable(z.string()),
})

/** One thing to add for a rule to hold. */
export const addition = z.union([reportArtifact, attest])
export type Addition = z.output<typeof addition>

/** The fewest additions by which a failing rule of a policy holds, tried by evaluating again. */
export const fix = z.object({
  policy_name: z.string(),
  rule_type: z.enum(ruleTypes),
  /** 1-based line of the policy's YAML. */
  line: z.int(),
  additions: z.array(addition),
})
export type Fix = z.output<typeof fix>

/** What makes an artifact comply with its policies. */
export const fixPlan = z.object({
  /** One for each failing rule that can be mended by additions. */
  fixes: z.array(fix),
  /** All of it in order, each thing once; null where additions cannot make the artifact comply. */
  additions: z.nullable(z.array(addition)),
})
export type FixPlan = z.output<typeof fixPlan>
