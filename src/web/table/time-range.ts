import { daySeconds, firstDayOf } from '#domain/common/days.ts'
import { quarterOf } from '#domain/exception/quarter.ts'

/** Where each range begins: hours are counted back from now, days are whole ones, today's included. */
const startOf: Record<TimeRangeName, (now: number) => number> = {
  '24h': (now) => Math.floor(now) - daySeconds,
  '7d': (now) => firstDayOf(7, now),
  '30d': (now) => firstDayOf(30, now),
  '90d': (now) => firstDayOf(90, now),
  quarter: (now) => quarterOf(now).from,
  '12m': (now) => firstDayOf(365, now),
}

/** Label of each range. */
export const rangeLabels: Record<TimeRangeName, string> = {
  '24h': 'last 24 hours',
  '7d': 'last 7 days',
  '30d': 'last 30 days',
  '90d': 'last 90 days',
  quarter: 'this quarter',
  '12m': 'last 12 months',
}

/** A stretch of time in the URL: relative, or between two moments in Unix seconds. */
export interface TimeSearch {
  range?: TimeRangeName | undefined
  from_timestamp?: number | null | undefined
  to_timestamp?: number | null | undefined
}

/** The same, saying of each parameter whether it is there: laid over a search, it replaces all. */
export interface TimeSpan {
  range: TimeRangeName | undefined
  from_timestamp: number | undefined
  to_timestamp: number | undefined
}

/** The stretch of time in a list's search. */
export function timesIn({ range, from_timestamp, to_timestamp }: TimeSearch): TimeSearch {
  return { range, from_timestamp, to_timestamp }
}

/**
 * The time parameters that a list is asked with. Explicit moments win over a relative range, which
 * turns into a moment only now.
 */
export function timesOf(
  search: TimeSearch,
  now: number,
): { from_timestamp?: number; to_timestamp?: number } {
  const { range, from_timestamp: from, to_timestamp: to } = search
  if (from == null && to == null) {
    return range ? { from_timestamp: startOf[range](now) } : {}
  }
  return { ...(from != null && { from_timestamp: from }), ...(to != null && { to_timestamp: to }) }
}

/** The same where the parameters are called `from` and `to`. */
export interface WindowSearch {
  range?: TimeRangeName | undefined
  from?: number | null | undefined
  to?: number | null | undefined
}

/** The limits of a window as of now. */
export function windowNow({ range, from, to }: WindowSearch): {
  from: number | undefined
  to: number | undefined
} {
  const times = timesOf({ range, from_timestamp: from, to_timestamp: to }, Date.now() / 1_000)
  return { from: times.from_timestamp, to: times.to_timestamp }
}

/** Query of a list as of now: its search with the time parameters in place of a relative range. */
export function timesNow<S extends TimeSearch>(
  search: S,
): Omit<S, keyof TimeSearch> & { from_timestamp?: number; to_timestamp?: number } {
  const { range, from_timestamp, to_timestamp, ...rest } = search
  return { ...rest, ...timesOf({ range, from_timestamp, to_timestamp }, Date.now() / 1_000) }
}

/** Relative ranges that the overview can be narrowed to, which looks back 90 days. */
export const recentRanges = ['24h', '7d', '30d', '90d'] as const
/** Relative ranges of time that a list can be narrowed to; quarters are of the year, UTC. */
export const ranges = [...recentRanges, 'quarter', '12m'] as const
export type TimeRangeName = (typeof ranges)[number]
