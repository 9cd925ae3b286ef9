import * as z from 'zod/mini'
import type { QueryInputOf } from '#contract/common/endpoint.ts'
import {
  countDecisionDays,
  decisionFilters,
  getDecisionPage,
  listDecisionLog,
} from '#contract/decision/decision.ts'
import { askedQuery, endpointQuery } from '#web/api/endpoint-query.ts'
import { archivedFlowsSearch, archivedOf } from '#web/table/archived-flows.ts'
import { ranges, timesNow } from '#web/table/time-range.ts'

/** Query of a list of decisions now. */
export function decisionQueryOf(search: DecisionSearch): QueryInputOf<typeof countDecisionDays> {
  const { verdict, ignored: _, before: __, ...rest } = search
  return {
    ...timesNow(rest),
    ...archivedOf(search),
    ...(verdict && { compliant: verdict === 'compliant' }),
  }
}

/** A stretch of decisions: the newest ones, or what is older than one of them. */
export const decisionLogQuery = (org: string, { ignored: _, ...search }: DecisionSearch) =>
  askedQuery(listDecisionLog, { org }, search, () => ({
    ...decisionQueryOf(search),
    before: search.before,
  }))

/** The newest decisions about a control; they stay where their flow was archived. */
export const lastDecisionsQuery = (org: string, control: string) =>
  endpointQuery(listDecisionLog, { org }, { control: [control], archived: 'include', per_page: 4 })

/** How many decisions there were on each day; without a window of the last 30. */
export const decisionDaysQuery = (
  org: string,
  { ignored: _, before: __, ...search }: DecisionSearch,
) => askedQuery(countDecisionDays, { org }, search, () => decisionQueryOf(search))

/** One decision, with its control as it was then and as it is now. */
export const decisionQuery = (org: string, attestation_id: string) =>
  endpointQuery(getDecisionPage, { org, attestation_id })

const { compliant: _, ...filters } = decisionFilters

/** Filters of a list of decisions, as its address has them. */
export const decisionSearch = z.object({
  ...filters,
  ...archivedFlowsSearch,
  verdict: z.optional(z.enum(['compliant', 'non-compliant'])),
  range: z.optional(z.enum(ranges)),
  before: z.optional(z.string()),
})
type Fields = z.output<typeof decisionSearch>
export type DecisionSearch = {
  [F in keyof Fields]?: NonNullable<Fields[F]> | undefined
} & { ignored?: Record<string, string[]> | undefined }
