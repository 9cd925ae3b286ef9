import { daySeconds, dayStart } from '#domain/common/days.ts'

/** A change of an environment's state; null is unknown. */
export interface StateChange {
  at: number
  state: boolean | null
}

/** Seconds of one UTC day for which environments were evaluated, and compliant, in total. */
export interface ComplianceDay {
  /** Unix seconds of the day's start. */
  day: number
  judged: number
  compliant: number
}

/**
 * Returns how long environments were evaluated and compliant on each day of a window. Time before
 * the first change and unknown time count as neither, so a day without any is a gap.
 */
export function compliantTime(
  window: { from: number; to: number },
  environments: readonly (readonly StateChange[])[],
): ComplianceDay[] {
  const days: ComplianceDay[] = []
  const first = dayStart(window.from)
  for (let day = first; day <= window.to; day += daySeconds) {
    days.push({ day, judged: 0, compliant: 0 })
  }
  for (const changes of environments) {
    const byTime = changes.toSorted((a, b) => a.at - b.at)
    for (const [index, { at, state }] of byTime.entries()) {
      if (state === null) continue
      const from = Math.max(at, window.from)
      const to = Math.min(byTime[index + 1]?.at ?? window.to, window.to)
      for (let day = dayStart(from); day < to; day += daySeconds) {
        const row = days[Math.round((day - first) / daySeconds)]
        const seconds = Math.min(to, day + daySeconds) - Math.max(from, day)
        if (!row || seconds <= 0) continue
        row.judged += seconds
        if (state) row.compliant += seconds
      }
    }
  }
  return days
}
