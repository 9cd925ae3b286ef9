import { daySeconds } from '#domain/day-counts.ts'

/** A stretch of time, both ends in Unix seconds and part of it. */
export interface Window {
  from: number
  to: number
}

const usualDays = 28
/** The year 9999: what is asked for beyond changes nothing, and days stay integers. */
export const latest = 253_402_300_799

const clamp = (at: number) => Math.min(latest, Math.max(0, at))

/** The window that was asked for: 28 days up to its end, which is now (specification 4.8). */
export function windowOf(
  asked: { start_ts?: number | null | undefined; end_ts?: number | null | undefined },
  now: number,
): Window {
  const to = asked.end_ts ?? now
  const from = asked.start_ts ?? to - usualDays * daySeconds
  return { from: clamp(from), to: clamp(to) }
}
