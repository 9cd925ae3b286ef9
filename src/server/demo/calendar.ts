export const minute = 60
export const hour = 60 * minute
export const day = 24 * hour
export const week = 7 * day
/** Length of the story. */
export const period = 90 * day

/** Time span of a story. */
export interface Span {
  /** Unix seconds. */
  begin: number
  end: number
  /** The instant at which a share of the work is done. */
  workedBy(share: number): number
  /** Share of the story that is generated; 1, except for tests. */
  scale: number
}

/** The instant at a share of a span, working time or not. */
export const instantAt = ({ begin, end }: Span, share: number) =>
  Math.round(begin + share * (end - begin))

/** The same, except that what exists from the beginning follows the environments. */
export const startAt = (span: Span, share: number) =>
  share === 0 ? span.begin + 10 * minute : instantAt(span, share)

/** Activity in each hour (UTC) of a working day: a morning and an afternoon, no night. */
const rhythm = [0, 0, 0, 0, 0, 0, 1, 4, 8, 10, 9, 6, 5, 9, 10, 8, 5, 2, 1, 0, 0, 0, 0, 0]
const weekend = 0.07

/**
 * The working time of the 90 days before an instant.
 * @returns the instant (Unix seconds) by which a share (0 to 1) of the work is done
 */
export function workingTime(end: number): (share: number) => number {
  const first = Math.floor((end - period) / hour) * hour
  const done = [0]
  for (let at = first; at < end; at += hour) {
    const date = new Date(at * 1000)
    const weight = rhythm[date.getUTCHours()] ?? 0
    const isWeekend = date.getUTCDay() % 6 === 0
    done.push((done.at(-1) ?? 0) + (isWeekend ? weight * weekend : weight))
  }
  const all = done.at(-1) ?? 1
  return (share) => {
    const wanted = Math.min(Math.max(share, 0), 1) * all
    let low = 0
    let high = done.length - 1
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((done[middle] ?? 0) < wanted) low = middle
      else high = middle
    }
    const [before = 0, after = 1] = [done[low], done[high]]
    const part = after > before ? (wanted - before) / (after - before) : 0
    return Math.min(first + (low + part) * hour, end)
  }
}
