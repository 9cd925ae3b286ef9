/** A share in whole percent. It says 0 and 100 only where nothing, or everything, is meant. */
export function percentOf(part: number, whole: number): number {
  if (part === 0 || whole === 0) return 0
  if (part === whole) return 100
  return Math.min(99, Math.max(1, Math.round((100 * part) / whole)))
}
