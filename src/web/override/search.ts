import * as z from 'zod/mini'
import { paging } from '#contract/common/pagination.ts'
import { overrideStates } from '#contract/override/override.ts'
import { ranges } from '../table/ranges.ts'

/** What the register can be narrowed to, as its address has it. */
export const registerSearch = z.object({
  ...paging({ per_page: 20 }),
  state: z.optional(z.array(z.enum(overrideStates))),
  flow_name: z.optional(z.string()),
  attestation_type: z.optional(z.string()),
  created_by: z.optional(z.string()),
  direction: z.optional(z.enum(['to_compliant', 'to_non_compliant'])),
  expires_before: z.optional(z.number()),
  reviewed: z.optional(z.boolean()),
  range: z.optional(z.enum(ranges)),
  from_timestamp: z.optional(z.number()),
  to_timestamp: z.optional(z.number()),
  sort: z.optional(z.enum(['created_at', 'expires_at'])),
})
type Fields = z.output<typeof registerSearch>
export type RegisterSearch = {
  [F in keyof Fields]?: NonNullable<Fields[F]> | undefined
} & { ignored?: Record<string, string[]> | undefined }
