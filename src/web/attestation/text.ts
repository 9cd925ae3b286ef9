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
