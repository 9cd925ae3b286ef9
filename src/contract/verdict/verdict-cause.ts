import * as z from 'zod/mini'
import { timestamp } from '#contract/common/fields.ts'

/** Kinds of causes of a changed verdict. */
const causeKinds = [
  'report',
  'artifact',
  'attestation',
  'override',
  'override_end',
  'trail',
  'policy_version',
  'attachment',
  'allow_list',
  'flow',
] as const

const maybeText = z.optional(z.string())

/** Cause of a changed verdict, with author and time; fields depend on the kind. */
export const verdictCause = z.object({
  kind: z.enum(causeKinds),
  by: z.string(),
  by_id: z.string(),
  at: timestamp,
  /** For an artifact, an attestation, a trail with another template, or a flow's tags and name. */
  flow_name: maybeText,
  trail_name: maybeText,
  attestation_id: maybeText,
  attestation_name: maybeText,
  /** Who requested an override that `by` approved. */
  requested_by: maybeText,
  /** Kind of the end of an override. */
  end_kind: maybeText,
  fingerprint: maybeText,
  /** For a new version, or a policy attached or detached. */
  policy_name: maybeText,
  policy_version: z.optional(z.int()),
  attached: z.optional(z.array(z.string())),
  detached: z.optional(z.array(z.string())),
  /** For the allow-list: whether the artifact is on it from now on. */
  is_allowed: z.optional(z.boolean()),
  /** For the allow-list: whether the entry expired. */
  is_expired: z.optional(z.boolean()),
})
export type VerdictCause = z.output<typeof verdictCause>
