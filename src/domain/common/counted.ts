/**
 * Returns a number with separators: "5,000". Whole ones that need none are not formatted: the first
 * that a browser formats takes it longer than to draw what the number is of.
 */
export const formatCount = (count: number): string =>
  Number.isInteger(count) && Math.abs(count) < 1_000 ? String(count) : count.toLocaleString('en')

/** Returns a total that may be cut: "312", "more than 10,000". */
export const formatTotal = (total: number, isExceeded: boolean): string =>
  `${isExceeded ? 'more than ' : ''}${formatCount(total)}`

/** Returns a number with its noun: "1 test", "5,000 artifacts", "3 allow-list entries". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`

/** "3, newest first": how many stand in a list, and in which order where there are several. */
export const newestFirst = (count: number): string =>
  count > 1 ? `${formatCount(count)}, newest first` : String(count)

/** "once", "twice", "3 times". */
export const timesText = (count: number): string =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`

/** Joins words: "a", "a and b", "a, b and c"; '' for none. */
export function listed(words: readonly string[], joint: 'and' | 'or' = 'and'): string {
  const last = words.at(-1) ?? ''
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} ${joint} ${last}` : last
}
