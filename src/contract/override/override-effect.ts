import * as z from 'zod/mini'
import { override } from '#contract/attestation/types/override.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { flowName, maybe, resourceName, timestamp } from '#contract/common/fields.ts'
import { trailState } from '#contract/verdict/compliance-status.ts'

/** Body of an override in the dashboard: that of the public API with its trail and expiry. */
export const overrideDraft = z.object({
  ...override.payload,
  flow_name: flowName,
  trail_name: resourceName,
  /**
   * Expiry in Unix seconds, in the future; null for never, absent for the default of the
   * organization.
   */
  expires_at: maybe(timestamp),
})

/** Maximum number of environments whose flips are previewed. */
export const maxPreviewed = 100

const stateChange = { from: z.nullable(trailState), to: z.nullable(trailState) }
const verdictChange = { from: z.nullable(z.boolean()), to: z.nullable(z.boolean()) }

/** Flips of an override in its trail. */
export const trailFlips = {
  /** The overridden reports, newest first, with their own verdicts. */
  overridden: z.array(z.object({ attestation_id: z.string(), is_compliant: z.boolean() })),
  /** Only those that flip. */
  trails: z.array(z.object({ name: z.string(), ...stateChange })),
  artifacts: z.array(z.object({ name: z.string(), fingerprint: z.string(), ...stateChange })),
}

/** Flips of overrides in environments. */
export const environmentFlips = {
  environments: z.array(
    z.object({
      name: z.string(),
      ...verdictChange,
      /**
       * Whether a report is overdue there, so that this is of what ran when it was last seen. Absent
       * in effects that were stored before this was.
       */
      is_stale: z.optional(z.boolean()),
      /** Artifacts whose verdict changes, even if the state stays; none for a logical environment. */
      artifacts: z.array(z.object({ name: z.string(), fingerprint: z.string(), ...verdictChange })),
    }),
  ),
  has_more_environments: z.boolean(),
}

/** Flips of an override. */
const flips = {
  ...trailFlips,
  ...environmentFlips,
  evaluated_at: timestamp,
  /**
   * Compliance that the attestation counted as before; null for none. Absent where its targets
   * differed, and for overrides from before this was stored.
   */
  counted_as: z.optional(z.nullable(z.boolean())),
  /** Why nothing changes; null if something does. */
  standstill: z.nullable(z.enum(['same_verdict', 'others_decide'])),
}
export const overrideEffect = z.object(flips)
export type OverrideEffect = z.output<typeof overrideEffect>

const overrideImpact = z.object({
  ...flips,
  /** Whether a second person has to approve it, so that it can only be requested. */
  needs_approval: z.boolean(),
  /** Expiry that it would have by the organization's rules; null for never. */
  expires_at: z.nullable(timestamp),
})
export type OverrideImpact = z.output<typeof overrideImpact>

export const previewOverride = endpoint({
  name: 'previewOverride',
  method: 'POST',
  path: '/cairn/{org}/overrides/impact',
  access: 'member',
  body: { kind: 'json', schema: overrideDraft },
  response: overrideImpact,
})

/** Texts of these endpoints in the API reference. */
export const overrideEffectTexts = {
  previewOverride: {
    summary: 'Preview what an override would flip; nothing is stored',
    description:
      'Returns which trails, artifacts and environments would get another status, or the reason why nothing changes, and whether approval is needed. Up to 100 environments are looked at.',
  },
} satisfies EndpointTexts
