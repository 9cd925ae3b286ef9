/** A day as the line shows it: what of the judged time was compliant, null where nothing was judged. */
export interface ShareOfDay {
  day: number
  /** In percent. */
  share: number | null
}

interface Counted {
  day: number
  judged: number
  compliant: number
}

/** The share of compliant time of each day. */
export function sharesOf(days: readonly Counted[]): ShareOfDay[] {
  return days.map(({ day, judged, compliant }) => {
    return { day, share: judged > 0 ? (100 * compliant) / judged : null }
  })
}

/** "89.4": one digit behind the point, and 100 only for all of it. */
export const percentLabels = (share: number) =>
  share === 100 ? '100' : Math.min(share, 99.9).toFixed(1)

/** The answer in words: the share of all judged time, and how the ends of the line compare. */
export function trendLabels(days: readonly Counted[]): string {
  const judged = days.filter((one) => one.judged > 0)
  if (judged.length === 0) return 'Nothing was judged in 90 days.'
  const sum = (field: 'judged' | 'compliant') =>
    judged.reduce((total, one) => total + one[field], 0)
  const all = (100 * sum('compliant')) / sum('judged')
  const [first, last] = [sharesOf(judged)[0]?.share ?? 0, sharesOf(judged).at(-1)?.share ?? 0]
  const change = last - first
  const moved =
    Math.abs(change) < 0.05
      ? 'as much today as at the beginning'
      : `${change > 0 ? 'up' : 'down'} ${Math.abs(change).toFixed(1)} points to ${percentLabels(last)} %`
  return `${percentLabels(all)} % of judged time compliant in 90 days, ${moved}.`
}

/** Stretches of days without a gap: a line each. */
export function stretchesOf<Day extends { share: number | null }>(days: readonly Day[]): Day[][] {
  const stretches: Day[][] = []
  let isOpen = false
  for (const one of days) {
    if (one.share === null) isOpen = false
    else if (isOpen) stretches.at(-1)?.push(one)
    else {
      stretches.push([one])
      isOpen = true
    }
  }
  return stretches
}

/** The lowest number of the axis: whole tens below the lowest share, never so near that 100 is a point. */
export const floorOf = (days: readonly ShareOfDay[]) =>
  Math.max(
    0,
    Math.min(
      80,
      ...days.flatMap(({ share }) => (share === null ? [] : Math.floor(share / 20) * 20)),
    ),
  )
