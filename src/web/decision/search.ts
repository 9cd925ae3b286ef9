import * as z from 'zod/mini'
import { decisionFilters } from '#contract/decision/decision.ts'
import { archivedFlowsSearch } from '../table/archived-flows.ts'
import { ranges } from '../table/ranges.ts'

const { compliant: _, ...filters } = decisionFilters

/** What a list of decisions can be narrowed by, as its address has it. */
export const decisionSearch = z.object({
  ...filters,
  ...archivedFlowsSearch,
  verdict: z.optional(z.enum(['compliant', 'non-compliant'])),
  range: z.optional(z.enum(ranges)),
})
type Fields = z.output<typeof decisionSearch>
export type DecisionSearch = {
  [F in keyof Fields]?: NonNullable<Fields[F]> | undefined
} & { ignored?: Record<string, string[]> | undefined }
