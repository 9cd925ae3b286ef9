import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { label, timestamp } from '#contract/common/fields.ts'
import { expiredAge } from '#contract/verdict/qualifiers.ts'
import { overrideInEffect } from './override-in-effect.ts'

/** Maximum number of attestations in one call. */
export const maxSummaries = 100

/** An override in place of evidence: who, why, until when, and the reported verdict. */
const givenOverride = z.extend(overrideInEffect, {
  /** When it ended; null while it stands. */
  ended_at: z.nullable(timestamp),
  /** The verdict of what it overrides; null where nothing of that name was reported. */
  reported_is_compliant: z.nullable(z.boolean()),
})
export type GivenOverride = z.output<typeof givenOverride>

const evidenceSummary = z.object({
  attestation_id: z.string(),
  /** Finding of the evidence, such as "2 failed of 45 tests"; null where its type has none. */
  summary: z.nullable(z.string()),
  /** Who reported it; of an override, who reported what it overrides, else who made it. */
  reported_by: z.string(),
  /** Address of the run that reported it; empty where the report says none. */
  origin_url: z.string(),
  /** How old it is, where that is more than the organization allows; null otherwise. */
  expired: z.nullable(expiredAge),
  /** Of an override, what it says and what it overrides; null for evidence. */
  override: z.nullable(givenOverride),
})
export type EvidenceSummary = z.output<typeof evidenceSummary>

export const listEvidenceSummaries = endpoint({
  name: 'listEvidenceSummaries',
  method: 'GET',
  path: '/cairn/{org}/evidence-summaries',
  access: 'reader',
  query: z.object({
    attestation_id: z.array(label).check(z.minLength(1), z.maxLength(maxSummaries)),
  }),
  response: z.object({ summaries: z.array(evidenceSummary) }),
})

/** Texts of these endpoints in the API reference. */
export const evidenceSummaryTexts = {
  listEvidenceSummaries: {
    summary: 'Say in one line what attestations found',
    description:
      'For up to 100 attestations by id it returns what their evidence found, in a few words, who and which run reported it, and its age where that is more than the organization allows. For an override it is what the evidence found that it overrides, with who made it, why, until when, and what the evidence reported. An id that is not known is left out.',
  },
} satisfies EndpointTexts
