import * as z from 'zod/mini'
import { endpoint, type EndpointTexts } from '#contract/common/endpoint.ts'
import { commitSha, patterns, timestamp } from '#contract/common/fields.ts'
import { verdictDay } from '#contract/verdict/verdict-history.ts'
import { attestation } from './attestation.ts'
import { attestationFilters } from './filters.ts'

/** Numbers of records: evidence by what it reported, whatever overrides it, and overrides. */
const facetValue = z.object({
  value: z.string(),
  compliant: z.int(),
  non_compliant: z.int(),
  /** Of the non-compliant, how many count as compliant by an override. */
  accepted_by_override: z.int(),
  overrides: z.int(),
})
export type FacetValue = z.output<typeof facetValue>

/** The most frequent values of a field, counted with all other filters applied. */
const facet = z.object({
  values: z.array(facetValue),
  /** Number of distinct values; `values` lists the first of them. */
  count: z.int(),
})
export type Facet = z.output<typeof facet>

export const countAttestationFacets = endpoint({
  name: 'countAttestationFacets',
  method: 'GET',
  path: '/cairn/{org}/attestations/facets',
  access: 'reader',
  archived: 'include',
  query: z.object(attestationFilters),
  response: z.object({
    /** Number of attestations that match all filters. */
    total: z.int(),
    flow_name: facet,
    attestation_name: facet,
    attestation_type: facet,
    reported_by: facet,
    /** Counted without the `is_compliant` filter. */
    is_compliant: z.object({ true: z.int(), false: z.int() }),
    /** Evidence by what it reported, counted without the `reported_is_compliant` filter. */
    reported_is_compliant: z.object({ true: z.int(), false: z.int() }),
    /** Counted without the `record_type` filter. */
    record_type: z.object({ evidence: z.int(), override: z.int() }),
    /** Counted without the `overridden` filter. */
    overridden: z.object({ true: z.int(), false: z.int() }),
  }),
})

/** Evidence of one UTC day by what it reported, and how many of it count otherwise. */
const evidenceDay = z.object({
  ...verdictDay.shape,
  /** Of the non-compliant, how many count as compliant by an override. */
  accepted_by_override: z.int(),
  /** Of the compliant, how many count as non-compliant by an override. */
  rejected_by_override: z.int(),
})
export type EvidenceDay = z.output<typeof evidenceDay>

export const countAttestationDays = endpoint({
  name: 'countAttestationDays',
  method: 'GET',
  path: '/cairn/{org}/attestations/days',
  access: 'reader',
  archived: 'include',
  query: z.object(attestationFilters),
  response: z.object({ from: timestamp, to: timestamp, days: z.array(evidenceDay) }),
})

/** Maximum number of commits in one call. */
export const maxCommits = 100

export const resolveCommits = endpoint({
  name: 'resolveCommits',
  method: 'GET',
  path: '/cairn/{org}/commits',
  access: 'reader',
  query: z.object({
    commit: z.array(commitSha).check(z.minLength(1), z.maxLength(maxCommits)),
  }),
  response: z.object({
    /** One for each commit of the query, in that order. */
    commits: z.array(
      z.object({
        asked: z.string(),
        /** Known full hashes that equal it or begin with it, at most ten; empty where there is none. */
        matches: z.array(z.string()),
      }),
    ),
  }),
})

/** Evidence that a trail expects and does not have. */
const missingEvidence = z.object({
  commit: z.string(),
  flow_name: z.string(),
  trail_name: z.string(),
  /** Name of the artifact that lacks it; null for the trail itself, `*` for those without a name. */
  target: z.nullable(z.string()),
  attestation_name: z.string(),
  attestation_type: z.nullable(z.string()),
})
export type MissingEvidence = z.output<typeof missingEvidence>

export const listMissingEvidence = endpoint({
  name: 'listMissingEvidence',
  method: 'GET',
  path: '/cairn/{org}/commits/missing',
  access: 'reader',
  archived: 'exclude',
  query: z.object({
    commit_list: z
      .array(z.string().check(z.regex(patterns.commit)))
      .check(z.minLength(1), z.maxLength(maxCommits)),
  }),
  response: z.object({ missing: z.array(missingEvidence) }),
})

/** Texts of these endpoints in the API reference. */
export const explorerTexts = {
  countAttestationFacets: {
    summary: 'Count attestations by the values of each filter, the other filters applied',
    description:
      'For each filter it returns the values with the number of attestations that match all other filters, by what they reported, and the total that matches all of them. Overrides are counted apart.',
  },
  countAttestationDays: {
    summary:
      'Count evidence by day and reported verdict: 30 days up to now, or a window of up to 400 days',
    description:
      'Returns the number of compliant and non-compliant attestations of each UTC day that match the filters, by what they reported, and how many of them count otherwise by an override; overrides are not counted. Of a longer window the last 400 days are counted.',
  },
  resolveCommits: {
    summary: 'Find the commits that hashes, full or their first characters, stand for',
    description:
      'For each of up to 100 hashes it returns up to ten full commits that begin with it; none if it was never reported.',
  },
  listMissingEvidence: {
    summary: 'List the evidence that trails of some commits expect and do not have',
    description:
      'Returns the empty slots of the 20 newest incomplete or failing trails of each commit: trails that name it, and those of its artifacts. `commit_list` takes full hashes only.',
  },
} satisfies EndpointTexts

/** Maximum number of trails to search for an earlier run. */
export const previousRunMaxAge = 50

export const findPreviousRun = endpoint({
  name: 'findPreviousRun',
  method: 'GET',
  path: '/cairn/{org}/flows/{flow_name}/trails/{trail_name}/attestations/{attestation_id}/previous',
  access: 'reader',
  response: z.object({ attestation: z.nullable(attestation) }),
})

/** Texts of these endpoints in the API reference. */
export const previousRunTexts = {
  findPreviousRun: {
    summary:
      'Find the attestation of the same name, type and target before one, on its trail or the 50 before',
    description:
      'Returns the attestation for comparison with the one in the path, or null if there is none. An unknown attestation is 404.',
  },
} satisfies EndpointTexts
