import type { SlotRank } from '#contract/trail/slot.ts'
import { durationOf } from '#web/ui/time-text.ts'

type Fixes = Pick<SlotRank, 'failing' | 'failing_since' | 'median_time_to_fix'>

/**
 * How long fixes of a slot took: "11 min", while it fails "fails for 4 d, before: 11 min", without a
 * fix "not fixed yet"; null where nothing ever failed.
 * @param now Unix seconds
 */
export function fixText({ failing, failing_since, median_time_to_fix }: Fixes, now: number) {
  const median = median_time_to_fix === null ? null : durationOf(median_time_to_fix)
  if (failing_since !== null && median !== null) {
    return `fails for ${durationOf(now - failing_since)}, before: ${median}`
  }
  if (median === null) return failing > 0 ? 'not fixed yet' : null
  return median
}
