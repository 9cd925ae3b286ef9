import type { FlowStatistics } from '#contract/flow/flow-statistics.ts'
import { trailsOf } from '#domain/common/days.ts'
import { worseSince } from '#domain/flow/worse-since.ts'
import { dayOf } from '../ui/time-text.ts'

/** What the days of a flow say, in one sentence. */
export function findingOf(statistics: FlowStatistics, window: number): string {
  const { days, totals, to_timestamp: now } = statistics
  const all = trailsOf(totals)
  if (all === 0) return `No trail in ${window} days`
  const worse = worseSince(days)
  if (worse) {
    const { day, since, before } = worse
    const shares = `${since.failing} of ${since.trails} trails, ${before.failing} of ${before.trails} before`
    return `Failing more since ${dayOf(day, now)}: ${shares}`
  }
  const words = all === 1 ? 'trail' : 'trails'
  if (totals.non_compliant > 0) {
    return `${totals.non_compliant} of ${all} ${words} non-compliant in ${window} days`
  }
  if (totals.incomplete > 0) {
    return `${totals.incomplete} of ${all} ${words} incomplete in ${window} days`
  }
  return all === 1
    ? `The only trail in ${window} days is compliant`
    : `All ${all} trails compliant in ${window} days`
}
