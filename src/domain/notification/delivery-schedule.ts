import type { Digest } from '#contract/notification/notification-types.ts'
import { daysOfWindow } from '#domain/common/days.ts'

const [minute, hour] = [60, 3600]

/** Seconds to wait after each failed attempt; after the last one a delivery is given up. */
const waits = [5, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((one) => one * hour)]
/** The longest that a receiver may ask us to wait. */
const maxRetryAfter = 24 * hour
/** How much a wait may grow by chance, so that many do not come back at once. */
const jitter = 0.1

/** Seconds after which a message that was never tried is given up: all waits together. */
export const maxBackoffSeconds = waits.reduce((sum, wait) => sum + wait, 0) * (1 + jitter)

/** Failures in a row from which on a target is only probed, and seconds between probes. */
const [probedFrom, firstProbe, mostProbe] = [10, minute, 30 * minute]

/**
 * When a target is probed next that failed many times in a row: nothing else is sent to it until then,
 * so that what waits is not used up; null while it gets everything.
 */
export function probeAfter(failuresInARow: number, now: number): number | null {
  if (failuresInARow < probedFrom) return null
  return now + Math.min(firstProbe * 2 ** (failuresInARow - probedFrom), mostProbe)
}

/** How an attempt went; without a status there was no answer. */
export interface Outcome {
  status: number | null
  /** The answer's `Retry-After`. */
  retryAfter: string | null
}

/** What becomes of a delivery: `gone` also ends what else waits for its target. */
export type DeliveryOutcome =
  | { state: 'delivered' }
  | { state: 'failed'; isGone: boolean }
  | { state: 'waiting'; nextAt: number }

/**
 * What becomes of a delivery after an attempt.
 * @param attempts how many there were, with this one
 * @param chance from 0 to 1
 */
export function outcomeOf(
  outcome: Outcome,
  attempts: number,
  now: number,
  chance: number,
): DeliveryOutcome {
  const { status, retryAfter } = outcome
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered' }
  if (status === 410) return { state: 'failed', isGone: true }
  const wait = waits[attempts - 1]
  if (wait === undefined) return { state: 'failed', isGone: false }
  const asked = retryAfter === null ? 0 : retryAfterSeconds(retryAfter, now)
  return { state: 'waiting', nextAt: now + Math.max(wait * (1 + jitter * chance), asked) }
}

/** Seconds that a `Retry-After` asks to wait: a number, or a date. */
function retryAfterSeconds(text: string, now: number): number {
  const seconds = /^\d+$/.test(text) ? Number(text) : Date.parse(text) / 1000 - now
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), maxRetryAfter) : 0
}

/** Messages that came about on a UTC day (its start in Unix seconds), by how they stand. */
export interface DeliveryDay {
  day: number
  delivered: number
  failed: number
  waiting: number
}

/** A row a day of the window, oldest first; days without messages are there as zeros. */
export function everyDeliveryDay(
  window: { from: number; to: number },
  counts: readonly DeliveryDay[],
): DeliveryDay[] {
  const days = new Map(counts.map((one) => [one.day, one]))
  return daysOfWindow(window).map(
    (day) => days.get(day) ?? { day, delivered: 0, failed: 0, waiting: 0 },
  )
}

const seconds: Record<Exclude<Digest, 'none'>, number> = { hourly: 3600, daily: 86_400 }

/** When a digest that gathers something at an instant is sent: at the end of its UTC hour or day. */
export function digestEnd(digest: Exclude<Digest, 'none'>, at: number): number {
  return (Math.floor(at / seconds[digest]) + 1) * seconds[digest]
}
