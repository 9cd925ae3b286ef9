import * as z from 'zod/mini'
import type { QueryInputOf } from '#contract/common/endpoint.ts'
import {
  countDecisionDays,
  decisionFilters,
  getDecisionPage,
  listDecisionLog,
} from '#contract/decision/decision.ts'
import { call } from '#web/api/call.ts'
import { type EndpointQuery, endpointQuery } from '#web/api/endpoint-query.ts'
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
export function decisionLogQuery(
  org: string,
  { ignored: _, ...search }: DecisionSearch,
): EndpointQuery<typeof listDecisionLog> {
  return {
    // By the range and not by the moments that it means now: asking again keeps the rows.
    queryKey: ['listDecisionLog', { org }, search],
    queryFn: ({ signal }) => {
      const query = { ...decisionQueryOf(search), before: search.before }
      return call(listDecisionLog, { params: { org }, query, signal })
    },
  }
}

/** The newest decisions about a control; they stay where their flow was archived. */
export const lastDecisionsQuery = (org: string, control: string) =>
  endpointQuery(listDecisionLog, { org }, { control: [control], archived: 'include', per_page: 4 })

/** How many decisions there were on each day; without a window of the last 30. */
export function decisionDaysQuery(
  org: string,
  { ignored: _, before: __, ...search }: DecisionSearch,
): EndpointQuery<typeof countDecisionDays> {
  return {
    queryKey: ['countDecisionDays', { org }, search],
    queryFn: ({ signal }) =>
      call(countDecisionDays, { params: { org }, query: decisionQueryOf(search), signal }),
  }
}

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
