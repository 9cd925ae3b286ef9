import type { EnvironmentSummary } from '#contract/environment/environment-list.ts'

type Running = Omit<EnvironmentSummary['running'], 'qualified'>

/** Stored counts of the artifacts that run in a physical environment. */
interface StoredCounts {
  running_count: number
  /** Of those, how many policies evaluated, and how many of them fail. */
  evaluated_count: number
  non_compliant_count: number
}

/** Nothing runs. */
export const noneRunning: Running = { compliant: 0, non_compliant: 0, unknown: 0, stale: 0 }

/**
 * Counts what runs in a physical environment by verdict; of a stale one nobody knows what runs
 * there now.
 */
export function countRunning(counts: StoredCounts, isStale: boolean): Running {
  const { running_count, evaluated_count, non_compliant_count: non_compliant } = counts
  if (isStale) return { ...noneRunning, stale: running_count }
  const compliant = evaluated_count - non_compliant
  return { ...noneRunning, compliant, non_compliant, unknown: running_count - evaluated_count }
}
