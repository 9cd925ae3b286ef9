import type { DayCounts } from '#contract/flow/flow-statistics.ts'
import { totalOf, trailsOf } from '#domain/common/days.ts'

/** A worsening: from `day` on, more trails are non-compliant than before. */
interface Worsening {
  /** Unix seconds of the day's start. */
  day: number
  before: { failing: number; trails: number }
  since: { failing: number; trails: number }
}

const minTrails = 5
const minFailing = 3
/** Thresholds: twice the share, and 3.3 standard errors, since many days are tested. */
const factor = 2
const standardErrors = 3.3

/** Returns the clearest worsening in days, oldest first; null if none is significant. */
export function worseSince(days: readonly DayCounts[]): Worsening | null {
  let clearest: Worsening | null = null
  let best = standardErrors
  for (const [index, { day, non_compliant }] of days.entries()) {
    if (non_compliant === 0) continue
    const before = sumOf(days.slice(0, index))
    const since = sumOf(days.slice(index))
    const isEnough = since.trails >= minTrails && since.failing >= minFailing
    if (before.trails < minTrails || !isEnough) continue
    if (since.failing / since.trails < (factor * before.failing) / before.trails) continue
    const distance = distanceOf(before, since)
    if (distance > best) {
      best = distance
      clearest = { day, before, since }
    }
  }
  return clearest
}

function sumOf(days: readonly DayCounts[]) {
  const total = totalOf(days)
  return { failing: total.non_compliant, trails: trailsOf(total) }
}

/** Returns the distance of two shares in standard errors of their difference. */
function distanceOf(before: Worsening['before'], since: Worsening['since']): number {
  const share = (before.failing + since.failing) / (before.trails + since.trails)
  const error = Math.sqrt(share * (1 - share) * (1 / before.trails + 1 / since.trails))
  return error === 0 ? 0 : (since.failing / since.trails - before.failing / before.trails) / error
}
