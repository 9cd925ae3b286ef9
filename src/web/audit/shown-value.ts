/** A value in one line of words; nothing is "none". */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
