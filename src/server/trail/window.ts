import { daySeconds } from '#domain/day-counts.ts'
import { refusedField } from '../problem.ts'

/** A stretch of time, both ends in Unix seconds and part of it. */
export interface Window {
  from: number
  to: number
}

interface Asked {
  from_timestamp?: number | null | undefined
  to_timestamp?: number | null | undefined
}

const usualDays = 30
/** What the caller counted back from its own clock is not refused by ours. */
const toleranceSeconds = 3_600

/** The window that was asked for: 30 days up to now unless said otherwise. @throws Problem 400 */
export function windowOf(asked: Asked, now: number, maxDays: number): Window {
  const to = asked.to_timestamp ?? now
  const from = asked.from_timestamp ?? to - usualDays * daySeconds
  if (to - from > maxDays * daySeconds + toleranceSeconds) {
    const reason = `The window should be at most ${maxDays} days long`
    throw refusedField('from_timestamp', reason, asked.from_timestamp ?? null)
  }
  return { from, to }
}
