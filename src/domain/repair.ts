/** A verdict on record. */
export interface RecordedVerdict {
  /** Unix seconds. */
  at: number
  is_compliant: boolean
}

/** How a check breaks and is mended (product.md 3.3). */
export interface Repair {
  /** Seconds; null when nothing was mended. */
  median_time_to_fix: number | null
  /** Unix seconds of the first record since which none is compliant; null when it passes. */
  failing_since: number | null
  failing_in_a_row: number
}

/**
 * Reads the records of one check, oldest first: a break lasts from its first non-compliant record
 * to the next compliant one. What is still broken counts for `failing_since`, not for the median.
 */
export function repairOf(records: readonly RecordedVerdict[]): Repair {
  const times: number[] = []
  let since: number | null = null
  let inARow = 0
  for (const { at, is_compliant } of records) {
    if (!is_compliant) {
      since ??= at
      inARow += 1
    } else {
      if (since !== null) times.push(at - since)
      since = null
      inARow = 0
    }
  }
  return { median_time_to_fix: medianOf(times), failing_since: since, failing_in_a_row: inARow }
}

/** The middle of some numbers, between the two middle ones where their count is even. */
export function medianOf(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((a, b) => a - b)
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}
