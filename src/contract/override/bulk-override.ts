import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { label, longName, maybe, ok, text, timestamp } from '#contract/common/fields.ts'
import { environmentFlips, overrideDraft, trailFlips } from './override-effect.ts'
import { overrideFilters } from './override.ts'

/** Maximum number of attestations that one call overrides. */
export const maxOverridden = 100

const { reason, new_compliance_status, expires_at } = overrideDraft.shape
const { description, origin_url, external_urls, annotations, user_data } = overrideDraft.shape

/** Target of one override; each is checked separately, so that an invalid one stops no other. */
const target = z.object({
  flow_name: label,
  trail_name: label,
  attestation_name: label,
  original_attestation_type: longName,
  artifact_fingerprint: maybe(label),
  target_artifacts: maybe(z.array(label).check(z.maxLength(100))),
  git_commit_info: z.optional(z.unknown()),
})

const overridesDraft = z.object({
  targets: z.array(target).check(z.minLength(1), z.maxLength(maxOverridden)),
  reason,
  new_compliance_status,
  expires_at,
  description,
  origin_url,
  external_urls,
  annotations,
  user_data,
})

/** Error of one of many: the response to the same call for it alone. */
const refusal = z.nullable(
  z.object({
    status: z.int(),
    message: z.string(),
    errors: z.optional(z.record(z.string(), z.string())),
  }),
)

/** Result of one of many: exactly one of the three fields is not null. */
const overrideResult = z.object({
  override_id: z.nullable(z.string()),
  /** Id of the request, where the override needs an approval. */
  proposal_id: z.nullable(z.string()),
  error: refusal,
})
export type OverrideResult = z.output<typeof overrideResult>

export const makeOverrides = endpoint({
  name: 'makeOverrides',
  method: 'POST',
  path: '/cairn/{org}/overrides/bulk',
  access: 'member',
  body: { kind: 'json', schema: overridesDraft },
  /** Results in the order of the targets. */
  response: z.object({ results: z.array(overrideResult) }),
})

const rowImpact = z.object({
  /** Null for an invalid target. */
  flips: z.nullable(z.object({ ...trailFlips, needs_approval: z.boolean() })),
  error: refusal,
})

const overridesImpact = z.object({
  evaluated_at: timestamp,
  /** In the order of the targets: flips of each after those before it. */
  rows: z.array(rowImpact),
  /** Flips of all of them together. */
  ...environmentFlips,
})
export type OverridesImpact = z.output<typeof overridesImpact>

export const previewOverrides = endpoint({
  name: 'previewOverrides',
  method: 'POST',
  path: '/cairn/{org}/overrides/bulk/impact',
  access: 'member',
  body: { kind: 'json', schema: overridesDraft },
  response: overridesImpact,
})

export const reviewOverrides = endpoint({
  name: 'reviewOverrides',
  method: 'POST',
  path: '/cairn/{org}/overrides/reviewed',
  access: 'member',
  body: {
    kind: 'json',
    schema: z.object({
      override_ids: z.array(label).check(z.minLength(1), z.maxLength(maxOverridden)),
      comment: maybe(text),
    }),
  },
  response: ok,
})

export const countOverrides = endpoint({
  name: 'countOverrides',
  method: 'GET',
  path: '/cairn/{org}/overrides/statistics',
  access: 'reader',
  query: z.object(overrideFilters),
  response: z.object({
    from_timestamp: timestamp,
    to_timestamp: timestamp,
    /** Active overrides at the end of each UTC day of the window, by default 90 days. */
    days: z.array(z.object({ start: timestamp, active: z.int() })),
    /** Numbers of overrides and requests made in the window, the highest first. */
    flows: z.array(z.object({ flow_name: z.string(), count: z.int() })),
    people: z.array(z.object({ created_by: z.string(), count: z.int() })),
  }),
})

/** Texts of these endpoints in the API reference. */
export const bulkOverrideTexts = {
  makeOverrides: {
    summary:
      'Override many attestations for one reason, each by itself, or ask for it where it takes an approval',
    description:
      'Takes up to 100 attestations and handles each by itself: the results, in the order of the targets, say for each whether it was made, requested or refused. It answers 200 even if some were refused.',
  },
  previewOverrides: {
    summary: 'Preview what many overrides would flip; nothing is stored',
    description:
      'Returns for each of up to 100 attestations what its override would change or why it would be refused, and what they change together where artifacts run.',
  },
  reviewOverrides: {
    summary: 'Record a review of overrides: of all of them, or of none where one is unknown',
    description:
      'Records who looked at the overrides, when, and with which comment; it changes no status. Up to 100 are taken. An unknown one is 400, one that the caller made 403, as is a service account, with nothing recorded.',
  },
  countOverrides: {
    summary: 'Count overrides that match: those that stood day by day, and by flow and person',
    description:
      'Returns how many overrides stood at the end of each UTC day, 90 days unless a window is given, and how many were made by flow and by person.',
  },
} satisfies EndpointTexts
