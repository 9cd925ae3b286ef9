import * as z from 'zod/mini'
import type { ArchivedChoice } from '#contract/common/archived.ts'
import type { QueryInputOf } from '#contract/common/endpoint.ts'
import { countEventLog, eventLogFilters, listEventLog } from '#contract/event/event.ts'
import { daySeconds } from '#domain/common/days.ts'
import { askedQuery } from '#web/api/endpoint-query.ts'
import type { SearchOf } from '#web/api/search-params.ts'
import {
  type TimeRangeName,
  type WindowSearch,
  rangeLabels,
  ranges,
  windowNow,
} from '#web/table/time-range.ts'
import { stampOf } from '#web/ui/time-text.ts'

/** Filters of a log, without the position in it. */
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

/** Query of the log now. */
export function eventQueryOf(filters: LogFilters): QueryInputOf<typeof listEventLog> {
  const { range, from, to, isAround, ...rest } = filters
  return { ...rest, ...windowOf({ range, from, to }, isAround === true) }
}

type LogCursor = Pick<QueryInputOf<typeof listEventLog>, 'before' | 'after' | 'event_id'>

/** A stretch of the log at a cursor. */
export const eventLogQuery = (org: string, filters: LogFilters, cursor: LogCursor) =>
  askedQuery(listEventLog, { org }, { ...filters, ...cursor }, () => ({
    ...eventQueryOf(filters),
    ...cursor,
  }))

/**
 * How many events there were on each day, whether flips alone are listed or not; around an event, of
 * the days about it.
 */
export function eventDaysQuery(
  org: string,
  { flips: _, ...filters }: LogFilters,
  around: number | null,
) {
  return askedQuery(countEventLog, { org }, { ...filters, around }, () => {
    const query = eventQueryOf(filters)
    if (around === null || query.from != null || query.to != null) return query
    return { ...query, from: around - 3 * daySeconds, to: around + 4 * daySeconds }
  })
}

/** Days that a chart of the log has: as few as hold the window. */
const chartDays = [28, 90]

/**
 * Filters for the chart of a log: the last 28 or 90 days, so that a window stands among others of its
 * kind; one that begins before is shown alone.
 * @param now Unix seconds
 */
export function chartFilters(filters: LogFilters, now: number): LogFilters {
  const today = Math.floor(now / daySeconds)
  const { from = 0 } = windowOf(filters, filters.isAround === true)
  const days = chartDays.find((count) => (today - count + 1) * daySeconds <= from)
  if (filters.isAround || days === undefined) return filters
  return { ...filters, range: undefined, from: (today - days + 1) * daySeconds, to: undefined }
}

const { environment, tag, ...ofOne } = eventLogFilters

const positionSearch = {
  range: z.optional(z.enum(ranges)),
  /** An event to read from. */
  anchor: z.optional(z.string()),
  /** An event that is cited: marked, and in sight. */
  event_id: z.optional(z.string()),
  /** Only what made a verdict flip. */
  flips: z.optional(z.boolean()),
}

/** Search parameters of one environment's events. */
export const logSearch = z.object({ ...ofOne, ...positionSearch })
/** The same of all environments. */
export const organizationLogSearch = z.object({ environment, tag, ...ofOne, ...positionSearch })

export type LogSearch = SearchOf<typeof organizationLogSearch>

/** Range where nothing is set. */
const defaultRange: TimeRangeName = '7d'

/** The limits that a log is asked with now; around an event it has none of its own accord. */
export const windowOf = ({ range, from, to }: WindowSearch, isAround: boolean) =>
  windowNow({ range: range ?? (isAround ? undefined : defaultRange), from, to })

/** The window in words, to go on a sentence: "in the last 7 days". */
export function logWindowText({ range, from, to }: WindowSearch, isAround: boolean): string {
  if (from == null && to == null) {
    if (isAround && !range) return 'around one event'
    const label = rangeLabels[range ?? defaultRange]
    return label.startsWith('last') ? `in the ${label}` : `in ${label}`
  }
  const parts = [from != null && `from ${stampOf(from)}`, to != null && `until ${stampOf(to)}`]
  return parts.filter(Boolean).join(' ')
}
