import { daySeconds } from '#domain/common/days.ts'

/** A stretch of time, both ends in Unix seconds and part of it. */
export interface TimeWindow {
  from: number
  to: number
}

interface Asked {
  from?: number | null | undefined
  to?: number | null | undefined
}

/** The year 9999: what is asked for beyond changes nothing, and days stay integers. */
export const latestInstant = 253_402_300_799

/** The nearest instant that days are counted for. */
export const clampInstant = (at: number) => Math.min(latestInstant, Math.max(0, at))

/** The window that was asked for: some days up to now unless said otherwise, and no more than `maxDays`. */
export function parseTimeWindow(
  asked: Asked,
  now: number,
  { defaultDays = 30, maxDays = 400 } = {},
): TimeWindow {
  const to = clampInstant(asked.to ?? now)
  const from = clampInstant(asked.from ?? to - defaultDays * daySeconds)
  return { from: Math.max(from, to - maxDays * daySeconds), to }
}
