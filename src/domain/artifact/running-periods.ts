import type { RunningPeriod } from '#contract/artifact/environments-of-artifact.ts'

/**
 * Joins adjacent and overlapping periods of one artifact in one environment, where it may run under
 * several names. Oldest first.
 */
export function joinPeriods(periods: readonly RunningPeriod[]): RunningPeriod[] {
  const joined: RunningPeriod[] = []
  for (const period of [...periods].sort((a, b) => a.started_index - b.started_index)) {
    const last = joined.at(-1)
    const end = last && (last.exited_index ?? Infinity)
    if (!last || end === undefined || period.started_index > end) {
      joined.push({ ...period })
    } else if ((period.exited_index ?? Infinity) > end) {
      last.exited_index = period.exited_index
      last.exited_at = period.exited_at
    }
  }
  return joined
}
