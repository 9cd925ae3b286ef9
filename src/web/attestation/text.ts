/** Rows of a list that are shown at most; the rest is in the raw data. */
export const rowLimit = 100

/** A text that someone else wrote, at a length that a page can bear. */
export function clipped(text: string, length = 400): string {
  return text.length > length ? `${text.slice(0, length).trimEnd()}…` : text
}

/** "changes requested" for `CHANGES_REQUESTED`: what is no such constant stays as it was sent. */
export function sentenceCase(constant: string): string {
  const text = /^[A-Z]+(_[A-Z]+)*$/.test(constant)
    ? constant.toLowerCase().replaceAll('_', ' ')
    : constant
  return clipped(text, 40)
}

/** "212 kB", in steps of a thousand. */
export function sizeOf(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB']
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const value = bytes / 1_000 ** step
  return `${step > 0 && value < 10 ? value.toFixed(1) : Math.round(value)} ${units[step]}`
}
