import * as z from 'zod/mini'
import { override } from '#contract/attestation/types/override.ts'
import { archivedFlowsMark } from '#contract/common/archived.ts'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { annotations, externalUrls, maybe, ok, timestamp } from '#contract/common/fields.ts'
import { paging, paged } from '#contract/common/pagination.ts'
import { download, exportFormat, pagingParameters } from '#contract/export/export.ts'
import { overrideDraft, overrideEffect } from './override-effect.ts'

/**
 * States of an override; an `expiring` one ends within a week, and in place of a `replaced` one, which
 * has not ended, a later report or override counts. A request for one is `requested`, `declined` or,
 * by its author, `withdrawn`; an approved one is an override.
 */
export const overrideStates = [
  'active',
  'expiring',
  'replaced',
  'expired',
  'withdrawn',
  'restored',
  'requested',
  'declined',
] as const
export type OverrideState = (typeof overrideStates)[number]

export const overrideReason = override.payload.reason

/** Decisions on a request for an override. */
export const proposalDecisions = ['approved', 'declined', 'withdrawn'] as const

/** A request for an override, which a second person decides. */
const overrideRequest = z.object({
  proposal_id: z.string(),
  requested_at: timestamp,
  requested_by: z.string(),
  /** Null while it is undecided. */
  decision: z.nullable(
    z.object({
      kind: z.enum(proposalDecisions),
      at: timestamp,
      by: z.string(),
      reason: z.string(),
    }),
  ),
  /** Why the caller cannot approve it; null if they can, and once it is decided. */
  approval_refusal: z.nullable(z.string()),
})

/** An override, or a request for one, in the register. */
export const registeredOverride = z.object({
  /** For a request without an override, the `proposal_id`. */
  override_id: z.string(),
  /** Whether it is a request without an override. */
  is_request: z.boolean(),
  attestation_name: z.string(),
  attestation_type: z.string(),
  flow_name: z.string(),
  ...archivedFlowsMark,
  trail_name: z.string(),
  artifact_fingerprint: z.nullable(z.string()),
  target_artifacts: z.array(z.string()),
  new_compliance_status: z.boolean(),
  /** The overridden report with its own verdict; null where there was none. */
  original: z.nullable(z.object({ attestation_id: z.string(), is_compliant: z.boolean() })),
  reason: z.string(),
  description: z.string(),
  origin_url: z.string(),
  external_urls: externalUrls,
  annotations,
  /** Time of creation: for an approved request, of its approval. */
  created_at: timestamp,
  /** Author: for an approved request, who requested it. */
  created_by: z.string(),
  approved_by: z.nullable(z.string()),
  expires_at: z.nullable(timestamp),
  /**
   * For a waiting request without an expiry, days from its approval to its end by the organization's
   * present settings; else null.
   */
  expires_after_days: z.nullable(z.int()),
  state: z.enum(overrideStates),
  /** Whether it counts now: no later report replaced it. */
  is_in_effect: z.boolean(),
  /** Its request; null where no approval was needed. */
  request: z.nullable(overrideRequest),
  /** Last review; null before any. */
  review: z.nullable(z.object({ at: timestamp, by: z.string(), comment: z.string() })),
  /** Number of environments that it flipped when it was made; null where that was not stored. */
  environment_count: z.nullable(z.int()),
  html_url: z.string(),
})
export type RegisteredOverride = z.output<typeof registeredOverride>

/** An event in the history of an override. */
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
  /** The end that it was made with, or the new one; null for never. */
  expires_at: z.optional(z.nullable(timestamp)),
})

export const makeOverride = endpoint({
  name: 'makeOverride',
  method: 'POST',
  path: '/cairn/{org}/overrides',
  access: 'member',
  body: { kind: 'json', schema: overrideDraft },
  response: z.object({ override_id: z.string() }),
  status: [201],
})

export const setOverrideExpiry = endpoint({
  name: 'setOverrideExpiry',
  method: 'PUT',
  path: '/cairn/{org}/overrides/{override_id}/expiry',
  access: 'member',
  body: {
    kind: 'json',
    schema: z.object({ expires_at: z.nullable(timestamp), reason: overrideReason }),
  },
  response: ok,
})

export const endOverride = endpoint({
  name: 'endOverride',
  method: 'POST',
  path: '/cairn/{org}/overrides/{override_id}/end',
  access: 'member',
  body: { kind: 'json', schema: z.object({ reason: overrideReason }) },
  response: ok,
})

/** Filters of the register; all apply together, several states are alternatives. */
export const overrideFilters = {
  state: maybe(z.array(z.enum(overrideStates))),
  flow_name: maybe(z.string()),
  attestation_type: maybe(z.string()),
  created_by: maybe(z.string()),
  direction: maybe(z.enum(['to_compliant', 'to_non_compliant'])),
  expires_before: maybe(timestamp),
  from_timestamp: maybe(timestamp),
  to_timestamp: maybe(timestamp),
  /** Whether it was reviewed. */
  reviewed: maybe(z.boolean()),
}

export const listOverrides = endpoint({
  name: 'listOverrides',
  method: 'GET',
  path: '/cairn/{org}/overrides',
  access: 'reader',
  query: z.object({
    ...paging({ per_page: 20 }),
    ...overrideFilters,
    trail_name: maybe(z.string()),
    sort: z._default(z.enum(['created_at', 'expires_at']), 'created_at'),
  }),
  response: paged(registeredOverride),
})

export const getOverride = endpoint({
  name: 'getOverride',
  method: 'GET',
  path: '/cairn/{org}/overrides/{override_id}',
  access: 'reader',
  response: z.object({
    override: registeredOverride,
    history: z.array(overrideEvent),
    /**
     * Flips as stored when it was made; for a request, those expected when it was made. Null where
     * none were stored.
     */
    impact: z.nullable(overrideEffect),
  }),
})

export const exportOverrides = endpoint({
  name: 'exportOverrides',
  ...download,
  path: '/cairn/{org}/exports/overrides',
  access: 'reader',
  query: z.extend(z.omit(listOverrides.query, pagingParameters), exportFormat),
})

/** Texts of these endpoints in the API reference. */
export const overrideTexts = {
  makeOverride: {
    summary: 'Override the compliance status of an attestation until an instant',
    description:
      'Adds an override with an end of its own and returns its id. `expires_at` beyond what the organization allows is refused with 400; 403 where a second person has to approve, since then it has to be requested. A decision cannot be overridden.',
  },
  setOverrideExpiry: {
    summary: 'Renew an override, or say when it ends by itself; null for never',
    description:
      'Sets another end, with a reason that is kept; null means that it never ends by itself. An end in the past or beyond what the organization allows is 400, an override that has ended 409, and 403 where a later end, or an earlier one of an override to non-compliant, needs a second person.',
  },
  endOverride: {
    summary: 'End an override: what counted before it counts again, nothing is lost',
    description:
      'The newest record that has not ended counts from then on, and what depends on it is evaluated again. An override that has ended is 409, and 403 where the end of an override to non-compliant needs a second person.',
  },
  listOverrides: {
    summary: 'List overrides and requests for them: newest first, or those that end soonest',
    description:
      'Returns one page of overrides and open requests with their state: active, expiring, replaced by a later report or override, expired, ended, requested or declined. A page has 20 unless `per_page` says otherwise. Several values of `state` are alternatives.',
  },
  getOverride: {
    summary: 'Read an override, or a request for one, with what became of it',
    description:
      'Returns the override with its history and what it changed when it was made; for a request, what it would have changed. An unknown id is 404.',
  },
  exportOverrides: {
    summary: 'Export all overrides that match, and requests for them, as CSV, NDJSON or JSON',
    description:
      'Returns one row for each override and each request, with reason, author, approval and end. The export is recorded in the audit log.',
  },
} satisfies EndpointTexts
