const hour = 3_600
const day = 24 * hour

/** Upper ends of the classes of lead times, in seconds; the last class has none. */
const bounds = [hour, 4 * hour, 12 * hour, day, 3 * day, 7 * day, 14 * day, 30 * day] as const

/** Lead times of a class: from one length, included, up to another; null is without end. */
interface LeadTimeClass {
  /** Seconds. */
  from: number
  to: number | null
  count: number
}

/** How long it took from commits to where they run; lengths in seconds. */
export interface LeadTimes {
  /** How many lead times are known. */
  count: number
  /** How many are not: no commit time, or one after the start. */
  unknown: number
  median: number | null
  /** Nine of ten took at most this long. */
  p90: number | null
  classes: LeadTimeClass[]
}

/** A value below which a share of sorted numbers lies, between two of them where it falls there. */
function quantile(sorted: readonly number[], share: number): number | null {
  const place = (sorted.length - 1) * share
  const [below, above] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (place - Math.floor(place))
}

/** Sums up lead times in seconds; null is one that nobody knows. */
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
