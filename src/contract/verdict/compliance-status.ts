import * as z from 'zod/mini'

/** Compliance state of a trail. */
export const trailStates = ['COMPLIANT', 'NON-COMPLIANT', 'INCOMPLETE'] as const
export const trailState = z.enum(trailStates)
export type TrailState = z.output<typeof trailState>

/** State of one attestation slot (`AS`). */
export const attestationStatus = z.object({
  attestation_name: z.string(),
  attestation_type: z.string(),
  attestation_id: z.nullable(z.string()),
  overridden_attestation_id: z.nullable(z.string()),
  /** Whether an override counts in it, even of nothing; our addition, absent otherwise. */
  is_override: z.optional(z.literal(true)),
  status: z.enum(['COMPLETE', 'MISSING']),
  is_compliant: z.nullable(z.boolean()),
  unexpected: z.boolean(),
})
export type AttestationStatus = z.output<typeof attestationStatus>

/** State of one artifact slot (`ArtS`). */
const artifactStatus = z.object({
  artifact_fingerprint: z.nullable(z.string()),
  artifact_id: z.nullable(z.string()),
  status: z.enum([...trailStates, 'MISSING']),
  is_compliant: z.boolean(),
  attestations_statuses: z.array(attestationStatus),
  unexpected: z.boolean(),
  evaluated_at: z.number(),
  flow_template_id: z.string(),
})
export type ArtifactStatus = z.output<typeof artifactStatus>

/** Compliance of a trail, slot by slot. */
export const complianceStatus = z.object({
  status: trailState,
  is_compliant: z.boolean(),
  attestations_statuses: z.array(attestationStatus),
  artifacts_statuses: z.record(z.string(), artifactStatus),
  evaluated_at: z.number(),
  flow_template_id: z.string(),
})
export type ComplianceStatus = z.output<typeof complianceStatus>
