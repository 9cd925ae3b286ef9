import * as z from 'zod/mini'
import { maybe, ok, timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { mostOverridden } from './most-overridden.ts'
import { environmentFlips, overrideDraft, overrideFilters, trailFlips } from './override.ts'

const { reason, new_compliance_status, expires_at } = overrideDraft.shape
const { description, origin_url, external_urls, annotations, user_data } = overrideDraft.shape

/** What one override is about; each is checked by itself, so that one that is wrong stops no other. */
const target = z.object({
  flow_name: z.string(),
  trail_name: z.string(),
  attestation_name: z.string(),
  original_attestation_type: z.string(),
  artifact_fingerprint: maybe(z.string()),
  target_artifacts: maybe(z.array(z.string())),
  git_commit_info: z.optional(z.unknown()),
})

const overridesDraft = z.object({
  targets: z.array(target).check(z.minLength(1), z.maxLength(mostOverridden)),
  reason,
  new_compliance_status,
  expires_at,
  description,
  origin_url,
  external_urls,
  annotations,
  user_data,
})

/** Why one of many was refused: what the call by itself would have been answered. */
const refusal = z.nullable(
  z.object({
    status: z.int(),
    message: z.string(),
    errors: z.optional(z.record(z.string(), z.string())),
  }),
)

/** What became of one of many: exactly one of the three is there. */
const overrideResult = z.object({
  override_id: z.nullable(z.string()),
  /** It takes an approval, which was asked for. */
  proposal_id: z.nullable(z.string()),
  error: refusal,
})
export type OverrideResult = z.output<typeof overrideResult>

export const makeOverrides = endpoint({
  method: 'POST',
  path: '/cairn/{org}/overrides/bulk',
  access: 'member',
  body: { kind: 'json', schema: overridesDraft },
  /** In the order of the targets. */
  response: z.object({ results: z.array(overrideResult) }),
  status: [200],
  summary:
    'Override many attestations for one reason, each by itself, or ask for it where it takes an approval',
  decided: 'product.md 3.7',
})

const rowImpact = z.object({
  /** Null where it is refused. */
  flips: z.nullable(z.object({ ...trailFlips, needs_approval: z.boolean() })),
  error: refusal,
})

const overridesImpact = z.object({
  evaluated_at: timestamp,
  /** In the order of the targets: what each flips after those before it. */
  rows: z.array(rowImpact),
  /** What all of them flip together. */
  ...environmentFlips,
})
export type OverridesImpact = z.output<typeof overridesImpact>

export const previewOverrides = endpoint({
  method: 'POST',
  path: '/cairn/{org}/overrides/bulk/impact',
  access: 'member',
  body: { kind: 'json', schema: overridesDraft },
  response: overridesImpact,
  status: [200],
  summary: 'Say what many overrides would flip; nothing is stored',
  decided: 'product.md 3.7',
})

export const reviewOverrides = endpoint({
  method: 'POST',
  path: '/cairn/{org}/overrides/reviewed',
  access: 'member',
  body: {
    kind: 'json',
    schema: z.object({
      override_ids: z.array(z.string()).check(z.minLength(1), z.maxLength(mostOverridden)),
      comment: maybe(z.string()),
    }),
  },
  response: ok,
  status: [200],
  summary: 'Note that overrides were looked over: all of them, or none where one is unknown',
  decided: 'product.md 3.9',
})

export const countOverrides = endpoint({
  method: 'GET',
  path: '/cairn/{org}/overrides/statistics',
  access: 'reader',
  query: z.object(overrideFilters),
  response: z.object({
    from_timestamp: timestamp,
    to_timestamp: timestamp,
    /** Overrides that stood at the end of each UTC day of the window, 90 days unless asked. */
    days: z.array(z.object({ start: timestamp, active: z.int() })),
    /** Made or asked for in the window, the most first. */
    flows: z.array(z.object({ flow_name: z.string(), count: z.int() })),
    people: z.array(z.object({ created_by: z.string(), count: z.int() })),
  }),
  status: [200],
  summary: 'Count overrides that match: those that stood day by day, and by flow and person',
  decided: 'product.md 3.9',
})
