import * as z from 'zod/mini'
import type { QueryInputOf } from '#contract/common/endpoint.ts'
import {
  exceptionKinds,
  exceptionOrders,
  exceptionStates,
  listExceptions,
  summarizeExceptions,
} from '#contract/exception/exception.ts'
import type { OverrideState } from '#contract/override/override.ts'
import { inForceStates } from '#domain/override/override-states.ts'
import { askedQuery, endpointQuery } from '#web/api/endpoint-query.ts'
import { queryOf } from '#web/api/search-params.ts'
import { ranges, timesNow } from '#web/table/time-range.ts'

/** States that the register shows where its address says nothing: in force, and waiting. */
export const presentStates: readonly OverrideState[] = [...inForceStates, 'requested']

/** Query of the register now. */
export const registerQueryOf = ({
  state = [...presentStates],
  ...search
}: ExceptionSearch): QueryInputOf<typeof listExceptions> => timesNow(queryOf({ state, ...search }))

/** A page of the register. */
export const exceptionsQuery = (org: string, search: ExceptionSearch) =>
  askedQuery(listExceptions, { org }, queryOf(search), () => registerQueryOf(search))

/** How many exceptions are in force, and what complies only by them. */
export const exceptionSummaryQuery = (org: string) => endpointQuery(summarizeExceptions, { org })

/** Filters of the register, as its address has them. */
export const exceptionSearch = z.object({
  per_page: listExceptions.query.shape.per_page,
  page_after: listExceptions.query.shape.page_after,
  kind: z.optional(z.array(z.enum(exceptionKinds))),
  state: z.optional(z.array(z.enum(exceptionStates))),
  q: z.optional(z.string()),
  flow_name: z.optional(z.string()),
  environment_name: z.optional(z.string()),
  attestation_type: z.optional(z.string()),
  created_by: z.optional(z.string()),
  direction: z.optional(z.enum(['to_compliant', 'to_non_compliant'])),
  expires_before: z.optional(z.number()),
  has_end: z.optional(z.boolean()),
  reviewed: z.optional(z.boolean()),
  range: z.optional(z.enum(ranges)),
  from_timestamp: z.optional(z.number()),
  to_timestamp: z.optional(z.number()),
  sort: z.optional(z.enum(exceptionOrders)),
})
type Fields = z.output<typeof exceptionSearch>
export type ExceptionSearch = {
  [F in keyof Fields]?: NonNullable<Fields[F]> | undefined
} & { ignored?: Record<string, string[]> | undefined }
