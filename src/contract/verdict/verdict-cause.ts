import * as z from 'zod/mini'
import { timestamp } from '#contract/common/fields.ts'

/** What can change a verdict. */
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

/** What changed a verdict, by whom and when; the fields that its kind has. */
export const verdictCause = z.object({
  kind: z.enum(causeKinds),
  by: z.string(),
  by_id: z.string(),
  at: timestamp,
  /** Of an artifact, an attestation, a trail with another template, or a flow's tags and name. */
  flow_name: maybeText,
  trail_name: maybeText,
  attestation_id: maybeText,
  attestation_name: maybeText,
  /** Of an override that was asked for: by whom; `by` approved it. */
  requested_by: maybeText,
  /** Of an override that ended: how. */
  end_kind: maybeText,
  fingerprint: maybeText,
  /** Of a version, or of what was attached and detached. */
  policy_name: maybeText,
  policy_version: z.optional(z.int()),
  attached: z.optional(z.array(z.string())),
  detached: z.optional(z.array(z.string())),
  /** Of the allow-list: whether the artifact is on it from now on. */
  is_allowed: z.optional(z.boolean()),
  /** Of the allow-list: whether its time there was over. */
  is_expired: z.optional(z.boolean()),
})
export type VerdictCause = z.output<typeof verdictCause>
