import * as z from 'zod/mini'
import { attestationListQuery } from '#contract/attestation/filters.ts'
import { archivedFlowsSearch } from '#web/table/archived-flows.ts'
import { ranges } from '#web/table/time-range.ts'

const {
  attestation_id: _,
  is_compliant: __,
  reported_is_compliant: ___,
  flow_name,
  ...search
} = attestationListQuery.shape

const verdict = z.optional(z.enum(['compliant', 'non-compliant']))

/** Search of a flow's list of attestations, as the dashboard's addresses have it. */
export const flowAttestationSearch = z.object({
  ...search,
  /** Without it evidence alone: overrides are no evidence. */
  record_type: z.optional(z.enum(['override', 'all'])),
  /** Reported verdict. */
  verdict,
  /** Verdict with overrides included. */
  effective: verdict,
  range: z.optional(z.enum(ranges)),
})

/**
 * The same of all flows; `commit_list` and `by=commit` ask by commit instead, `trouble` of these only
 * what fails or is missing.
 */
export const explorerSearch = z.object({
  ...flowAttestationSearch.shape,
  flow_name,
  ...archivedFlowsSearch,
  by: z.optional(z.enum(['commit'])),
  commit_list: z.optional(z.array(z.string())),
  trouble: z.optional(z.boolean()),
})

type Fields = z.output<typeof explorerSearch>
export type AttestationSearch = {
  [F in keyof Fields]?: NonNullable<Fields[F]> | undefined
} & { ignored?: Record<string, string[]> | undefined }

/** Whether evidence is asked for by commit. */
export const isByCommit = ({ by, commit_list }: AttestationSearch) =>
  by === 'commit' || commit_list !== undefined
