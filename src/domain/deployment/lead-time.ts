const hour = 3_600
const day = 24 * hour

/** Upper bounds of the classes of lead times in seconds; the last class has none. */
const bounds = [hour, 4 * hour, 12 * hour, day, 3 * day, 7 * day, 14 * day, 30 * day] as const

/** A class of lead times: `from` is included, `to` is not; null is unbounded. */
interface LeadTimeClass {
  /** Seconds. */
  from: number
  to: number | null
  count: number
}

/** Statistics of the time from commits to their deployments, in seconds. */
export interface LeadTimes {
  /** Number of known lead times. */
  count: number
  /** Number of unknown ones: no commit time, or one after the start. */
  unknown: number
  median: number | null
  /** 90th percentile. */
  p90: number | null
  classes: LeadTimeClass[]
}

/** Returns a quantile of sorted numbers, interpolated between two of them; null for none. */
function quantile(sorted: readonly number[], share: number): number | null {
  const position = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (position - Math.floor(position))
}

/** Sums up lead times in seconds; null is an unknown one. */
export function sumUpLeadTimes(seconds: readonly (number | null)[]): LeadTimes {
  const known = seconds
    .filter((one): one is number => one !== null && one >= 0)
    .sort((a, b) => a - b)
  const classes = [...bounds, null].map((to, index): LeadTimeClass => {
    const from = bounds[index - 1] ?? 0
    const count = known.filter((one) => one >= from && (to === null || one < to)).length
    return { from, to, count }
  })
  return {
    count: known.length,
    unknown: seconds.length - known.length,
    median: quantile(known, 0.5),
    p90: quantile(known, 0.9),
    classes,
  }
}
