import * as z from 'zod/mini'
import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { paging } from '#contract/common/pagination.ts'
import { countOverrides } from '#contract/override/bulk-override.ts'
import { listOverrides, overrideStates } from '#contract/override/override.ts'
import { call } from '#web/api/call.ts'
import { type EndpointQuery, endpointQuery } from '#web/api/endpoint-query.ts'
import { queryOf } from '#web/api/search-params.ts'
import { ranges, timesNow } from '#web/table/time-range.ts'

/** What the register is asked for now. */
export const registerQueryOf = (search: RegisterSearch): QueryInputOf<typeof listOverrides> =>
  timesNow(queryOf(search))

/** A page of the register. */
export function registerQuery(
  org: string,
  search: RegisterSearch,
): EndpointQuery<typeof listOverrides> {
  return {
    // By the range and not by the moments that it means now: asking again keeps the rows.
    queryKey: ['listOverrides', { org }, queryOf(search)],
    queryFn: ({ signal }) =>
      call(listOverrides, { params: { org }, query: registerQueryOf(search), signal }),
  }
}

/** Requests that wait for somebody to decide. */
export const requestsQuery = (org: string) =>
  endpointQuery(listOverrides, { org }, { state: ['requested'], per_page: 50 })

/** How many overrides stood day by day, and who leans on them, with the filters of the register. */
export function countsQuery(
  org: string,
  search: RegisterSearch,
): EndpointQuery<typeof countOverrides> {
  const { page: _, per_page: __, sort: ___, ...filters } = search
  return {
    queryKey: ['countOverrides', { org }, queryOf(filters)],
    queryFn: ({ signal }) =>
      call(countOverrides, { params: { org }, query: registerQueryOf(filters), signal }),
  }
}

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
