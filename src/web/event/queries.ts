import type { ArchivedChoice } from '#contract/common/archived.ts'
import type { QueryInputOf } from '#contract/common/endpoint.ts'
import type { Endpoints } from '#contract/endpoints.ts'
import { call } from '../api/call.ts'
import type { EndpointQuery } from '../api/endpoint-query.ts'
import { retryAfterSignIn } from '../api/expiry.ts'
import type { LogSearch } from './log-search.ts'
import { windowOf } from './window.ts'

/** Filters of a log, without the places in it. */
export type LogFilters = Omit<LogSearch, 'anchor' | 'event_id' | 'ignored'> & {
  archived?: ArchivedChoice
  /** It is read around an event: no window unless one is set. */
  isAround?: boolean
}

/** The filters that a search holds; one event that is cited without a window has none about it. */
export function filtersIn({ anchor: _, event_id, ignored: __, ...rest }: LogSearch): LogFilters {
  const hasWindow = rest.from != null || rest.to != null || rest.range !== undefined
  return { ...rest, ...(event_id && !hasWindow ? { isAround: true } : {}) }
}

/** The filters of the log of one environment, archived or not. */
export const ofEnvironment = (env: string): LogFilters => ({
  environment: [env],
  archived: 'include',
})

/** What the log is asked for now. */
export function eventQueryOf(filters: LogFilters): QueryInputOf<Endpoints['countEventLog']> {
  const { range, from, to, isAround, ...rest } = filters
  return { ...rest, ...windowOf({ range, from, to }, isAround === true) }
}

type LogCursor = Pick<QueryInputOf<Endpoints['listEventLog']>, 'before' | 'after' | 'event_id'>

/** A stretch of the log at a place. */
export function eventLogQuery(
  org: string,
  filters: LogFilters,
  place: LogCursor,
): EndpointQuery<'listEventLog'> {
  return {
    // By the range and not by the moments that it means now: asking again keeps the rows.
    queryKey: ['listEventLog', { org }, { ...filters, ...place }],
    queryFn: ({ signal }) => {
      const query = { ...eventQueryOf(filters), ...place }
      return retryAfterSignIn(() => call('listEventLog', { params: { org }, query, signal }))
    },
  }
}

/** How many events there were on each day; around an event, of the days about it. */
export function eventDaysQuery(
  org: string,
  filters: LogFilters,
  around: number | null,
): EndpointQuery<'countEventLog'> {
  return {
    queryKey: ['countEventLog', { org }, { ...filters, around }],
    queryFn: ({ signal }) => {
      const asked = eventQueryOf(filters)
      const days = around === null ? {} : { from: around - 3 * 86_400, to: around + 4 * 86_400 }
      const query = asked.from == null && asked.to == null ? { ...asked, ...days } : asked
      return retryAfterSignIn(() => call('countEventLog', { params: { org }, query, signal }))
    },
  }
}
