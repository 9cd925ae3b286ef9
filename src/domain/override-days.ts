interface DayCount {
  /** Days since 1970, UTC. */
  day: number
  count: number
}

/** How many overrides stood at the end of each day of a window; a day's `start` in Unix seconds. */
export function standingDays(
  { from, to }: { from: number; to: number },
  { begun, ended }: { begun: readonly DayCount[]; ended: readonly DayCount[] },
): { start: number; active: number }[] {
  const changes = new Map<number, number>()
  const note = (rows: readonly DayCount[], sign: 1 | -1) => {
    for (const { day, count } of rows) changes.set(day, (changes.get(day) ?? 0) + sign * count)
  }
  note(begun, 1)
  note(ended, -1)
  const first = Math.floor(from / 86_400)
  let active = [...changes].reduce((sum, [day, change]) => sum + (day < first ? change : 0), 0)
  const length = Math.max(0, Math.floor(to / 86_400) - first + 1)
  return Array.from({ length }, (_, index) => {
    const day = first + index
    active += changes.get(day) ?? 0
    return { start: day * 86_400, active }
  })
}
