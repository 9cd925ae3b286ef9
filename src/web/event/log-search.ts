import * as z from 'zod/mini'
import { eventLogFilters } from '#contract/event/event.ts'
import type { SearchOf } from '../api/search-params.ts'
import { ranges } from '../table/ranges.ts'

const { environment, tag, ...ofOne } = eventLogFilters

const places = {
  range: z.optional(z.enum(ranges)),
  /** An event to read from. */
  anchor: z.optional(z.string()),
  /** An event that is cited: marked, and in sight. */
  event_id: z.optional(z.string()),
}

/** What stands in the address of one environment's events. */
export const logSearch = z.object({ ...ofOne, ...places })
/** The same of all environments. */
export const organizationLogSearch = z.object({ environment, tag, ...ofOne, ...places })

export type LogSearch = SearchOf<typeof organizationLogSearch>
