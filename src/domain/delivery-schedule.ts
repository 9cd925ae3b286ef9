const [minute, hour] = [60, 3600]

/** Seconds to wait after each failed attempt; after the last one a delivery is given up (wire.md 20). */
const waits = [5, 5 * minute, 30 * minute, ...[2, 5, 10, 14, 20, 24].map((one) => one * hour)]
/** The longest that a receiver may ask us to wait. */
const mostAsked = 24 * hour
/** How much a wait may grow by chance, so that many do not come back at once. */
const jitter = 0.1

/** Seconds after which a message that was never tried is given up: all waits together. */
export const longestWait = waits.reduce((sum, wait) => sum + wait, 0) * (1 + jitter)

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
export type Fate =
  | { state: 'delivered' }
  | { state: 'failed'; isGone: boolean }
  | { state: 'waiting'; nextAt: number }

/**
 * What becomes of a delivery after an attempt.
 * @param attempts how many there were, with this one
 * @param chance from 0 to 1
 */
export function fateOf(outcome: Outcome, attempts: number, now: number, chance: number): Fate {
  const { status, retryAfter } = outcome
  if (status !== null && status >= 200 && status < 300) return { state: 'delivered' }
  if (status === 410) return { state: 'failed', isGone: true }
  const wait = waits[attempts - 1]
  if (wait === undefined) return { state: 'failed', isGone: false }
  const asked = retryAfter === null ? 0 : askedWait(retryAfter, now)
  return { state: 'waiting', nextAt: now + Math.max(wait * (1 + jitter * chance), asked) }
}

/** Seconds that a `Retry-After` asks to wait: a number, or a date. */
function askedWait(text: string, now: number): number {
  const seconds = /^\d+$/.test(text) ? Number(text) : Date.parse(text) / 1000 - now
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), mostAsked) : 0
}
