/** A stretch of time in Unix seconds. */
interface Stretch {
  from: number
  to: number
}

/** A period; null while it lasts. */
export interface Period {
  from: number
  to: number | null
}

/** Divides a stretch of time by the periods in it, in any order: into what is within them and the rest. */
export function splitByPeriods(
  { from, to }: Stretch,
  periods: readonly Period[],
): (Stretch & { isWithin: boolean })[] {
  const parts: (Stretch & { isWithin: boolean })[] = []
  let at = from
  for (const period of periods.toSorted((a, b) => a.from - b.from)) {
    const begin = Math.max(at, period.from)
    const end = Math.min(to, period.to ?? to)
    if (end <= begin) continue
    parts.push({ from: at, to: begin, isWithin: false }, { from: begin, to: end, isWithin: true })
    at = end
  }
  return [...parts, { from: at, to, isWithin: false }].filter((part) => part.to > part.from)
}
