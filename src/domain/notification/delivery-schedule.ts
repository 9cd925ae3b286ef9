import type { Digest } from '#contract/notification/notification-types.ts'
import { daySeconds, daysOfWindow } from '#domain/common/days.ts'

const [minute, hour] = [60, 3600]

/** Seconds to wait after each failed attempt; after the last one a delivery is given up. */
const waits = [5, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((one) => one * hour)]
/** Maximum wait that a receiver may request, in seconds. */
const maxRetryAfter = 24 * hour
/** Maximum random share added to a wait, so that retries do not come at once. */
const jitter = 0.1

/** Seconds after which a message that was never tried is given up: the sum of all waits. */
export const maxBackoffSeconds = waits.reduce((sum, wait) => sum + wait, 0) * (1 + jitter)

/** Failures in a row from which a target is only probed, and bounds of the seconds between probes. */
const [probedFrom, firstProbe, maxProbe] = [10, minute, 30 * minute]

/**
 * Returns when a target that failed many times in a row is probed next: nothing else is sent to it
 * until then, so that waiting messages keep their attempts. Null while it is not probed.
 */
export function probeAfter(failuresInARow: number, now: number): number | null {
  if (failuresInARow < probedFrom) return null
  return now + Math.min(firstProbe * 2 ** (failuresInARow - probedFrom), maxProbe)
}

/** Result of an attempt; without a status there was no response. */
interface AttemptResult {
  status: number | null
  /** `Retry-After` header of the response. */
  retryAfter: string | null
  /** Some recipients have it: another attempt would tell them again. */
  isPartial?: boolean
}

/** Outcome of a delivery; `isGone` also ends all that wait for its target. */
type DeliveryOutcome =
  | { state: 'delivered' }
  | { state: 'failed'; isGone: boolean }
  | { state: 'waiting'; nextAt: number }

/**
 * Returns the outcome of a delivery after an attempt.
 * @param attempts number of attempts, including this one
 * @param chance random number from 0 to 1
 */
export function outcomeOf(
  result: AttemptResult,
  attempts: number,
  now: number,
  chance: number,
): DeliveryOutcome {
  const { status, retryAfter, isPartial } = result
  if (isPartial) return { state: 'failed', isGone: false }
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered' }
  if (status === 410) return { state: 'failed', isGone: true }
  const wait = waits[attempts - 1]
  if (wait === undefined) return { state: 'failed', isGone: false }
  const requested = retryAfter === null ? 0 : retryAfterSeconds(retryAfter, now)
  return { state: 'waiting', nextAt: now + Math.max(wait * (1 + jitter * chance), requested) }
}

/** Parses a `Retry-After`, a number or a date, into seconds. */
function retryAfterSeconds(text: string, now: number): number {
  const seconds = /^\d+$/.test(text) ? Number(text) : Date.parse(text) / 1000 - now
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), maxRetryAfter) : 0
}

/** Numbers of messages created on a UTC day (its start in Unix seconds), by state. */
export interface DeliveryDay {
  day: number
  delivered: number
  failed: number
  waiting: number
}

/** Returns a row for each day of the window, oldest first; days without messages have zeros. */
export function everyDeliveryDay(
  window: { from: number; to: number },
  counts: readonly DeliveryDay[],
): DeliveryDay[] {
  const days = new Map(counts.map((one) => [one.day, one]))
  return daysOfWindow(window).map(
    (day) => days.get(day) ?? { day, delivered: 0, failed: 0, waiting: 0 },
  )
}

const seconds: Record<Exclude<Digest, 'none'>, number> = { hourly: 3600, daily: daySeconds }

/** Returns when a digest with an event of that time is sent: at the end of its UTC hour or day. */
export function digestEnd(digest: Exclude<Digest, 'none'>, at: number): number {
  return (Math.floor(at / seconds[digest]) + 1) * seconds[digest]
}
