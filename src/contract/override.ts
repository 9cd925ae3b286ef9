import * as z from 'zod/mini'
import { annotations, externalUrls } from './annotations.ts'
import { override } from './attestation-type/override.ts'
import { flowName, maybe, ok, resourceName, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { paged, paging } from './page.ts'
import { trailState } from './trail-state.ts'

/** What an override is; an expiring one ends within a week. */
export const overrideStates = ['active', 'expiring', 'expired', 'withdrawn', 'restored'] as const
export type OverrideStanding = (typeof overrideStates)[number]

const reason = override.payload.reason

/** Body of an override with what the API's own has not got: where it is made, and until when. */
const overrideDraft = z.object({
  ...override.payload,
  flow_name: flowName,
  trail_name: resourceName,
  /** Unix seconds, in the future: when it ends by itself. */
  expires_at: maybe(timestamp),
})

/** One override in the register (product.md 3.9). */
const registered = z.object({
  override_id: z.string(),
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
  created_at: timestamp,
  created_by: z.string(),
  expires_at: z.nullable(timestamp),
  state: z.enum(overrideStates),
  /** Whether it is what counts now: no later report took its place. */
  is_in_effect: z.boolean(),
  html_url: z.string(),
})
export type RegisteredOverride = z.output<typeof registered>

/** What became of an override, oldest first. */
const overrideEvent = z.object({
  kind: z.enum(['made', 'expiry_set', 'expired', 'withdrawn', 'restored']),
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
  decided: 'product.md 3.8',
})

/** Environments that are looked at for what an override flips. */
export const mostPreviewed = 100

const stateChange = { from: z.nullable(trailState), to: z.nullable(trailState) }
const verdictChange = { from: z.nullable(z.boolean()), to: z.nullable(z.boolean()) }

/** What an override would flip (product.md 3.8). */
const overrideImpact = z.object({
  evaluated_at: timestamp,
  /** The reports that it is about, newest first, with what they say themselves. */
  overridden: z.array(z.object({ attestation_id: z.string(), is_compliant: z.boolean() })),
  /** What flips, and nothing else. */
  trails: z.array(z.object({ name: z.string(), ...stateChange })),
  artifacts: z.array(z.object({ name: z.string(), fingerprint: z.string(), ...stateChange })),
  environments: z.array(
    z.object({
      name: z.string(),
      ...verdictChange,
      /** What runs there with another verdict; its state may stay. */
      artifacts: z.array(z.object({ name: z.string(), fingerprint: z.string(), ...verdictChange })),
    }),
  ),
  has_more_environments: z.boolean(),
  /** Why nothing changes; null where something does. */
  standstill: z.nullable(z.enum(['same_verdict', 'others_decide'])),
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
  decided: 'product.md 3.8',
})

export const setOverrideExpiry = endpoint({
  method: 'PUT',
  path: '/cairn/{org}/overrides/{override_id}/expiry',
  access: 'member',
  body: { kind: 'json', schema: z.object({ expires_at: z.nullable(timestamp), reason }) },
  response: ok,
  status: [200],
  summary: 'Renew an override, or say when it ends by itself; null for never',
  decided: 'product.md 3.9',
})

export const endOverride = endpoint({
  method: 'POST',
  path: '/cairn/{org}/overrides/{override_id}/end',
  access: 'member',
  body: { kind: 'json', schema: z.object({ reason }) },
  response: ok,
  status: [200],
  summary: 'End an override: what counted before it counts again, nothing is lost',
  decided: 'wire.md 11.1',
})

export const listOverrides = endpoint({
  method: 'GET',
  path: '/cairn/{org}/overrides',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 20 }),
    state: maybe(z.array(z.enum(overrideStates))),
    flow_name: maybe(z.string()),
    attestation_type: maybe(z.string()),
    created_by: maybe(z.string()),
    direction: maybe(z.enum(['to_compliant', 'to_non_compliant'])),
    expires_before: maybe(timestamp),
    from_timestamp: maybe(timestamp),
    to_timestamp: maybe(timestamp),
    sort: z._default(z.enum(['created_at', 'expires_at']), 'created_at'),
  }),
  response: paged(registered),
  status: [200],
  summary: 'List overrides: newest first, or those that end soonest',
  decided: 'product.md 3.9',
})

export const getOverride = endpoint({
  method: 'GET',
  path: '/cairn/{org}/overrides/{override_id}',
  access: 'reader',
  response: z.object({ override: registered, history: z.array(overrideEvent) }),
  status: [200],
  summary: 'Read an override with what became of it',
  decided: 'product.md 3.9',
})
