import { daySeconds, firstDayOf } from '#domain/common/days.ts'

/** Returns Unix seconds of now; everything that needs the time is given one of these. */
export type Clock = () => number

/** The machine's clock. */
export const systemClock: Clock = () => Date.now() / 1000

/** A time window, both ends in Unix seconds and included. */
export interface TimeWindow {
  from: number
  to: number
}

interface RequestedWindow {
  from?: number | null | undefined
  to?: number | null | undefined
}

/** The year 9999: later instants change nothing, and days stay integers. */
export const latestInstant = 253_402_300_799

/** The nearest instant for which days are counted. */
export const clampInstant = (at: number) => Math.min(latestInstant, Math.max(0, at))

/**
 * Parses a requested window: `defaultDays` up to now by default, and no more than `maxDays`. Where
 * days are counted, the default begins with a UTC day: so many days are so many counts.
 */
export function parseTimeWindow(
  requested: RequestedWindow,
  now: number,
  { defaultDays = 30, maxDays = 400, byDay = false } = {},
): TimeWindow {
  const to = clampInstant(requested.to ?? now)
  const start = byDay ? firstDayOf(defaultDays, to) : to - defaultDays * daySeconds
  const from = clampInstant(requested.from ?? start)
  return { from: Math.max(from, to - maxDays * daySeconds), to }
}
