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
  const days = []
  for (let day = first; day * 86_400 <= to; day += 1) {
    active += changes.get(day) ?? 0
    days.push({ start: day * 86_400, active })
  }
  return days
}
