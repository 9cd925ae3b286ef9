import { daySeconds } from '#domain/day-counts.ts'
import { refusedField } from './problem.ts'

/** A stretch of time, both ends in Unix seconds and part of it. */
export interface Window {
  from: number
  to: number
}

interface Asked {
  from?: number | null | undefined
  to?: number | null | undefined
}

/** The last instant that a date of the language can name, in Unix seconds. */
const furthest = 8.64e12

/** What the caller counted back from its own clock is not refused by ours. */
const toleranceSeconds = 3_600

/**
 * The window that was asked for: some days up to now unless said otherwise.
 * @param field what the caller knows its beginning by
 * @throws Problem 400 for one that is too long
 */
export function windowOf(
  asked: Asked,
  now: number,
  { usualDays = 30, mostDays = 400, field = 'from' } = {},
): Window {
  const to = asked.to ?? now
  const from = asked.from ?? to - usualDays * daySeconds
  for (const [name, at] of [[field, from] as const, ['to', to] as const]) {
    // Days far away cannot be counted one by one: an instant is as precise as it is near.
    if (Math.abs(at) > furthest) throw refusedField(name, 'No calendar has this instant', at)
  }
  if (to - from > mostDays * daySeconds + toleranceSeconds) {
    const reason = `The window should be at most ${mostDays} days long`
    throw refusedField(field, reason, asked.from ?? null)
  }
  return { from, to }
}
