import * as z from 'zod/mini'
import { override } from '#contract/attestation/types/override.ts'
import { endpoint } from '#contract/common/endpoint.ts'
import {
  flowName,
  resourceName,
  maybe,
  timestamp,
  externalUrls,
  annotations,
  ok,
} from '#contract/common/fields.ts'
import { paging, paged } from '#contract/common/pagination.ts'
import { trailState } from '#contract/verdict/compliance-status.ts'

/**
 * What an override is; an expiring one ends within a week. A request for one is `requested`,
 * `declined` or, by who asked, `withdrawn`; an approved one is an override. Apart, so that the
 * dashboard's address ships them alone.
 */
export const overrideStates = [
  'active',
  'expiring',
  'expired',
  'withdrawn',
  'restored',
  'requested',
  'declined',
] as const
export type OverrideState = (typeof overrideStates)[number]

export const overrideReason = override.payload.reason

/** Body of an override with what the API's own has not got: where it is made, and until when. */
export const overrideDraft = z.object({
  ...override.payload,
  flow_name: flowName,
  trail_name: resourceName,
  /**
   * Unix seconds, in the future: when it ends by itself. Null for never; left out, it ends when the
   * organization has set that overrides do.
   */
  expires_at: maybe(timestamp),
})

/** What became of a request for an override. */
export const proposalDecisions = ['approved', 'declined', 'withdrawn'] as const

/** A request for an override, which a second person decides about. */
const overrideRequest = z.object({
  proposal_id: z.string(),
  requested_at: timestamp,
  requested_by: z.string(),
  /** Null while nobody has decided. */
  decision: z.nullable(
    z.object({
      kind: z.enum(proposalDecisions),
      at: timestamp,
      by: z.string(),
      reason: z.string(),
    }),
  ),
  /** Why the caller cannot approve it; null where they can, and once it is decided. */
  approval_refusal: z.nullable(z.string()),
})

/** One override, or request for one, in the register. */
export const registeredOverride = z.object({
  /** Of a request that has come to nothing yet: the `proposal_id`. */
  override_id: z.string(),
  /** Nothing was overridden: it was only asked for. */
  is_request: z.boolean(),
  attestation_name: z.string(),
  attestation_type: z.string(),
  flow_name: z.string(),
  trail_name: z.string(),
  artifact_fingerprint: z.nullable(z.string()),
  target_artifacts: z.array(z.string()),
  new_compliance_status: z.boolean(),
  /** The report that it is about, with what that says itself; null where there was none. */
  original: z.nullable(z.object({ attestation_id: z.string(), is_compliant: z.boolean() })),
  reason: z.string(),
  description: z.string(),
  origin_url: z.string(),
  external_urls: externalUrls,
  annotations,
  /** Of an override that was asked for: when it was approved. */
  created_at: timestamp,
  /** Who asked for it, where a second person approved it. */
  created_by: z.string(),
  approved_by: z.nullable(z.string()),
  expires_at: z.nullable(timestamp),
  /**
   * Of a request that waits and says no end of its own: days from its approval to its end, as the
   * organization has set now; null where `expires_at` says it all.
   */
  expires_after_days: z.nullable(z.int()),
  state: z.enum(overrideStates),
  /** Whether it is what counts now: no later report took its place. */
  is_in_effect: z.boolean(),
  /** How it was asked for; null where nobody had to be asked. */
  request: z.nullable(overrideRequest),
  /** Who looked it over last; null while nobody has. */
  review: z.nullable(z.object({ at: timestamp, by: z.string(), comment: z.string() })),
  /** Environments that flipped when it was made; null where that was not kept. */
  environment_count: z.nullable(z.int()),
  html_url: z.string(),
})
export type RegisteredOverride = z.output<typeof registeredOverride>

/** What became of an override, oldest first. */
const overrideEvent = z.object({
  kind: z.enum([
    'requested',
    'declined',
    'approved',
    'made',
    'expiry_set',
    'reviewed',
    'expired',
    'withdrawn',
    'restored',
  ]),
  at: timestamp,
  by: z.string(),
  reason: z.string(),
  /** Of an expiry: until when it stands from then on; null for ever. */
  expires_at: z.optional(z.nullable(timestamp)),
})

export const makeOverride = endpoint({
  method: 'POST',
  path: '/cairn/{org}/overrides',
  access: 'member',
  body: { kind: 'json', schema: overrideDraft },
  response: z.object({ override_id: z.string() }),
  status: [201],
  summary: 'Override the compliance status of an attestation until an instant',
  description:
    'Adds an override with an end of its own and returns its id. `expires_at` beyond what the organization allows is refused with 400; 403 where a second person has to approve, since then it has to be requested. A decision cannot be overridden.',
})

/** Environments that are looked at for what an override flips. */
export const maxPreviewed = 100

const stateChange = { from: z.nullable(trailState), to: z.nullable(trailState) }
const verdictChange = { from: z.nullable(z.boolean()), to: z.nullable(z.boolean()) }

/** What one override flips where it is made. */
export const trailFlips = {
  /** The reports that it is about, newest first, with what they say themselves. */
  overridden: z.array(z.object({ attestation_id: z.string(), is_compliant: z.boolean() })),
  /** What flips, and nothing else. */
  trails: z.array(z.object({ name: z.string(), ...stateChange })),
  artifacts: z.array(z.object({ name: z.string(), fingerprint: z.string(), ...stateChange })),
}

/** What overrides flip where artifacts run. */
export const environmentFlips = {
  environments: z.array(
    z.object({
      name: z.string(),
      ...verdictChange,
      /** What runs there with another verdict; its state may stay. Of a logical one: none. */
      artifacts: z.array(z.object({ name: z.string(), fingerprint: z.string(), ...verdictChange })),
    }),
  ),
  has_more_environments: z.boolean(),
}

/** What an override flips. */
const flips = {
  ...trailFlips,
  ...environmentFlips,
  evaluated_at: timestamp,
  /**
   * What the attestation counted as before; null for nothing. Left out where its targets differed,
   * and by what was made before this was kept.
   */
  counted_as: z.optional(z.nullable(z.boolean())),
  /** Why nothing changes; null where something does. */
  standstill: z.nullable(z.enum(['same_verdict', 'others_decide'])),
}
const overrideEffect = z.object(flips)
export type OverrideEffect = z.output<typeof overrideEffect>

const overrideImpact = z.object({
  ...flips,
  /** A second person has to approve it: it can only be asked for. */
  needs_approval: z.boolean(),
  /** When it would end by itself, by the organization's rules too; null for never. */
  expires_at: z.nullable(timestamp),
})
export type OverrideImpact = z.output<typeof overrideImpact>

export const previewOverride = endpoint({
  method: 'POST',
  path: '/cairn/{org}/overrides/impact',
  access: 'member',
  body: { kind: 'json', schema: overrideDraft },
  response: overrideImpact,
  status: [200],
  summary: 'Say what an override would flip; nothing is stored',
  description:
    'Returns which trails, artifacts and environments would get another status, or the reason why nothing changes, and whether approval is needed. Up to 100 environments are looked at.',
})

export const setOverrideExpiry = endpoint({
  method: 'PUT',
  path: '/cairn/{org}/overrides/{override_id}/expiry',
  access: 'member',
  body: {
    kind: 'json',
    schema: z.object({ expires_at: z.nullable(timestamp), reason: overrideReason }),
  },
  response: ok,
  status: [200],
  summary: 'Renew an override, or say when it ends by itself; null for never',
  description:
    'Sets another end, with a reason that is kept; null means that it never ends by itself. An end in the past or beyond what the organization allows is 400, an override that has ended 409, and 403 where a later end needs a second person.',
})

export const endOverride = endpoint({
  method: 'POST',
  path: '/cairn/{org}/overrides/{override_id}/end',
  access: 'member',
  body: { kind: 'json', schema: z.object({ reason: overrideReason }) },
  response: ok,
  status: [200],
  summary: 'End an override: what counted before it counts again, nothing is lost',
  description:
    'The newest record that has not ended counts from then on, and what depends on it is evaluated again. An override that has ended is 409.',
})

/** Filters of the register; all of them apply together, several states are alternatives. */
export const overrideFilters = {
  state: maybe(z.array(z.enum(overrideStates))),
  flow_name: maybe(z.string()),
  attestation_type: maybe(z.string()),
  created_by: maybe(z.string()),
  direction: maybe(z.enum(['to_compliant', 'to_non_compliant'])),
  expires_before: maybe(timestamp),
  from_timestamp: maybe(timestamp),
  to_timestamp: maybe(timestamp),
  /** Whether somebody has looked it over. */
  reviewed: maybe(z.boolean()),
}

export const listOverrides = endpoint({
  method: 'GET',
  path: '/cairn/{org}/overrides',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 20 }),
    ...overrideFilters,
    sort: z._default(z.enum(['created_at', 'expires_at']), 'created_at'),
  }),
  response: paged(registeredOverride),
  status: [200],
  summary: 'List overrides and requests for them: newest first, or those that end soonest',
  description:
    'Returns one page of overrides and open requests with their state: active, expiring, expired, ended, requested or declined. A page has 20 unless `per_page` says otherwise. Several values of `state` are alternatives.',
})

export const getOverride = endpoint({
  method: 'GET',
  path: '/cairn/{org}/overrides/{override_id}',
  access: 'reader',
  response: z.object({
    override: registeredOverride,
    history: z.array(overrideEvent),
    /**
     * What flipped when it was made, as it was kept then; of a request what would have flipped when
     * it was asked for. Null where nothing was kept.
     */
    impact: z.nullable(overrideEffect),
  }),
  status: [200],
  summary: 'Read an override, or a request for one, with what became of it',
  description:
    'Returns the override with its history and what it changed when it was made; for a request, what it would have changed. An unknown id is 404.',
})
