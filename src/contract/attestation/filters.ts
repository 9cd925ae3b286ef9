import * as z from 'zod/mini'
import { commitSha, fingerprintPrefix, maybe } from '#contract/common/fields.ts'
import { paging } from '#contract/common/pagination.ts'
import { filterTypePattern, listedTypePattern } from './types/kind.ts'

/** Values of the `attestation_type` filter by commit. */
export const attestationTypeFilter = z.string().check(z.regex(filterTypePattern))

/** Kinds of records: evidence, or a verdict given in its place. */
const recordType = z.enum(['evidence', 'override'])

/**
 * Filters of attestations: all apply together, values of one filter are alternatives.
 * `is_compliant` is the verdict that counts, overrides included.
 */
export const attestationFilters = {
  /** By default both. */
  record_type: maybe(recordType),
  flow_name: maybe(z.array(z.string())),
  attestation_name: maybe(z.array(z.string())),
  attestation_type: maybe(z.array(z.string().check(z.regex(listedTypePattern)))),
  is_compliant: maybe(z.boolean()),
  /** Of evidence, what it reported itself. */
  reported_is_compliant: maybe(z.boolean()),
  /** Whether an override counts in place of the report. */
  overridden: maybe(z.boolean()),
  /** Evidence that is older than the organization allows for its type. */
  evidence_age: maybe(z.enum(['expired'])),
  reported_by: maybe(z.array(z.string())),
  /** Of an artifact: its fingerprint, or the beginning of it. */
  fingerprint: maybe(fingerprintPrefix),
  /** On trails of this name. */
  trail_name: maybe(z.string()),
  /** Belonging to a commit, by itself, its artifact or its trail, or to those that begin so. */
  git_commit: maybe(commitSha),
  from_timestamp: maybe(z.int()),
  to_timestamp: maybe(z.int()),
}

/** Query of the list of attestations; in a file of its own, so that pages load nothing else. */
export const attestationListQuery = z.object({
  ...paging({ per_page: 20 }),
  attestation_id: maybe(z.array(z.string())),
  ...attestationFilters,
})
