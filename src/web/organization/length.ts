const minutesOf: Record<string, number> = { min: 1, h: 60, d: 1_440 }

/** A length of time as people type it: "90 min", "6 h", "2 d", or nothing. */
export const lengthPattern = /^\s*((\d{1,6})\s*(min|h|d)\s*)?$/

/** Minutes of a length that fits the pattern; null for nothing. */
export function minutesIn(text: string): number | null {
  const [, , count, unit = ''] = lengthPattern.exec(text) ?? []
  return count === undefined ? null : Number(count) * (minutesOf[unit] ?? 1)
}

/** Minutes as one types them, in the largest unit that says them whole. */
export function lengthText(minutes: number | null): string {
  if (minutes === null) return ''
  const [unit = 'min', size = 1] =
    Object.entries(minutesOf).findLast(([, size]) => minutes % size === 0) ?? []
  return `${minutes / size} ${unit}`
}
